import { gauge } from '../telemetry/metric.ts';

export const outboxPending = gauge({
  name: 'assay.outbox.pending',
  unit: '{message}',
  description: 'Events of a service that the bus has not taken yet. Each replica reports the same.',
  labels: ['source'],
});

export const outboxAge = gauge({
  name: 'assay.outbox.oldest.age',
  unit: 's',
  description: 'The age of the oldest event that the bus has not taken yet; 0 when there is none.',
  labels: ['source'],
});
