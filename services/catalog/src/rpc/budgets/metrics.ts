import { counter } from '@assay/kit/telemetry/metric';

export const budgetRefusals = counter({
  name: 'assay.budget.refusals',
  unit: '{refusal}',
  description:
    'Calls of models that a budget had no room for, by its scope and by whether it is used up or full of calls under way, which are asked for again.',
  labels: ['scope', 'state'],
});
