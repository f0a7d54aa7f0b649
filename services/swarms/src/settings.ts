import { MODEL_ID_FAULT, modelIdIn } from '@assay/contract/areas/model-providers/model-id';
import { parsedSetting } from '@assay/kit/settings/setting';

export const PERSONA_MODEL = parsedSetting(
  {
    name: 'PERSONA_MODEL',
    default: 'scripted/rules',
    explanation: [
      'The model that plays personas, `provider/name`.',
      'It must be hosted here, or an organization must have a key of its provider; otherwise launches of journeys are refused.',
    ],
    fault: MODEL_ID_FAULT,
  },
  modelIdIn,
);

export const JOURNEY_JUDGE_MODEL = parsedSetting(
  {
    name: 'JOURNEY_JUDGE_MODEL',
    default: 'scripted/rules',
    explanation: [
      'The model that judges the goals in the rubrics of journeys, under the conditions of `PERSONA_MODEL`.',
    ],
    fault: MODEL_ID_FAULT,
  },
  modelIdIn,
);
