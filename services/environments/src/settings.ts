import { MODEL_ID_FAULT, modelIdIn } from '@assay/contract/areas/model-providers/model-id';
import { parsedSetting, switchSetting } from '@assay/kit/settings/setting';

export const AGENT_MODEL = parsedSetting(
  {
    name: 'AGENT_MODEL',
    default: 'scripted/rules',
    explanation: [
      'The model of agent turns, `provider/name`.',
      'It must be hosted here, or an organization must have a key of its provider; otherwise agent turns are refused with FEATURE_NOT_SUPPORTED.',
    ],
    fault: MODEL_ID_FAULT,
  },
  modelIdIn,
);

export const IMAGE_BUILDS = switchSetting({
  name: 'IMAGE_BUILDS',
  default: false,
  explanation: [
    'Says that a runner of the installation has a builder of sandbox images. Without it, builds fail at once.',
  ],
});
