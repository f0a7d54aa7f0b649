import { gauge } from '@assay/kit/telemetry/metric';

const LABELS = ['kind', 'labels'] as const;

export const workWaiting = gauge({
  name: 'assay.work.waiting',
  unit: '{item}',
  description:
    'Items that any runner with the labels could be given now, by kind and labels (separated by commas). Each replica reports the same.',
  labels: LABELS,
});

export const workHeld = gauge({
  name: 'assay.work.held',
  unit: '{item}',
  description: 'Items that runners hold, by kind and labels. Each replica reports the same.',
  labels: LABELS,
});

export const workOldestAge = gauge({
  name: 'assay.work.oldest.age',
  unit: 's',
  description:
    'How long no runner took work of the queue or run that has waited longest; 0 when none waits. Each replica reports the same.',
  labels: LABELS,
});
