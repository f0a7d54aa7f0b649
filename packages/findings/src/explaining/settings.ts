import { textSetting } from '@assay/kit/settings/setting';

export const INSIGHTS_MODEL = textSetting({
  name: 'INSIGHTS_MODEL',
  explanation: [
    "The model that explains the findings of studies and of waves of journeys, and what a run's failures have in common where the run's own judge names none, `provider/name`.",
    'Without one, insights are made by rules alone.',
  ],
});
