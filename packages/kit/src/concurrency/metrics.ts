import { counter, histogram } from '../telemetry/metric.ts';

export const taskRuns = counter({
  name: 'assay.background.task.runs',
  unit: '{run}',
  description:
    'Runs of the tasks that a process does by itself, such as retention, by task and outcome (worked, failed).',
  labels: ['task', 'outcome'],
});

export const taskDuration = histogram(
  {
    name: 'assay.background.task.duration',
    unit: 's',
    description: 'How long the runs of a periodic task took.',
    labels: ['task'],
  },
  [0.01, 0.1, 1, 10, 60, 600, 3_600],
);
