import { counter, gauge } from '@assay/kit/telemetry/metric';

export const runnerSlots = gauge({
  name: 'assay.runner.slots',
  unit: '{slot}',
  description:
    'Slots of a runner for each class of work, over all services that have such work, by state (busy, free).',
  labels: ['class', 'state'],
});

export const workEnded = counter({
  name: 'assay.work.ended',
  unit: '{item}',
  description: 'Items that a runner has worked on, by kind and end (done, failed, given back).',
  labels: ['kind', 'end'],
});
