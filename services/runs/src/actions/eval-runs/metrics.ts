import { counter } from '@assay/kit/telemetry/metric';

export const runsFinished = counter({
  name: 'assay.runs.finished',
  unit: '{run}',
  description: 'Runs that ended, by verdict (passed, failed, inconclusive); by status where there is no verdict.',
  labels: ['verdict'],
});

export const trialsFinished = counter({
  name: 'assay.trials.finished',
  unit: '{trial}',
  description: 'Trials that ended and count in their run, by outcome (passed, failed, excluded, skipped).',
  labels: ['outcome'],
});
