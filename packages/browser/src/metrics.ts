import { gauge } from '@assay/kit/telemetry/metric';

export const browserContexts = gauge({
  name: 'assay.browser.contexts',
  unit: '{context}',
  description: 'Isolated contexts of the browser of a runner: open ones, and places that are free.',
  labels: ['state'],
});
