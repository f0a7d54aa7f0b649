import { MODEL_ID_FAULT, modelIdIn } from '@assay/contract/areas/model-providers/model-id';
import { parsedSetting } from '@assay/kit/settings/setting';

export const INSIGHTS_MODEL = parsedSetting(
  {
    name: 'INSIGHTS_MODEL',
    explanation: [
      "The model that explains the findings of studies and of waves of journeys, and what a run's failures have in common where the run's own judge names none, `provider/name`.",
      'Without one, insights are made by rules alone.',
    ],
    fault: MODEL_ID_FAULT,
  },
  modelIdIn,
);
