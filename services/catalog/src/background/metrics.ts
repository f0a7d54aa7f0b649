import { gauge } from '@assay/kit/telemetry/metric';

export const budgetReservations = gauge({
  name: 'assay.budget.reservations',
  unit: '{call}',
  description:
    'Calls of models under way, each of which holds an amount of the budgets that cover it. Each replica reports the same.',
  labels: [],
});
