import { counter, gauge } from '../telemetry/metric.ts';

const LABELS = ['messaging.destination.name', 'messaging.consumer.group.name'] as const;

export const busLag = gauge({
  name: 'assay.bus.lag',
  unit: '{message}',
  description: 'Messages of a topic that a consumer group has not handled yet. Each replica reports the same.',
  labels: LABELS,
});

export const deadLetters = counter({
  name: 'assay.dead_letters',
  unit: '{message}',
  description: 'Events that a consumer group gave up and that went to the dead-letter topic.',
  labels: LABELS,
});
