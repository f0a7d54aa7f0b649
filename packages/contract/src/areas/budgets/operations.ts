import { NoInput } from '../../none.ts';
import { operation } from '../../operation.ts';
import { Budget, BudgetPage, BudgetRemoved, ListBudgets, SetBudget } from './documents.ts';
import { ListUsage, ModelUsagePage } from './usage.ts';

const spending = { tag: 'Spending', access: 'key', service: 'catalog' } as const;

export const listBudgets = operation({
  ...spending,
  method: 'GET',
  path: '/organizations/{organizationId}/budgets',
  access: 'viewer',
  summary: 'List the budgets for models, newest first.',
  description: 'Includes the budgets that launches set on their runs.',
  input: ListBudgets,
  status: 200,
  reply: BudgetPage,
});

export const listUsage = operation({
  ...spending,
  method: 'GET',
  path: '/organizations/{organizationId}/usage',
  access: 'viewer',
  summary: 'Add up what calls of models used and cost, by group.',
  description:
    'Members see the projects that they may see. A call whose runner vanished counts with the input that was reserved for it.',
  input: ListUsage,
  status: 200,
  reply: ModelUsagePage,
});

export const releaseBudget = operation({
  ...spending,
  method: 'POST',
  path: '/organizations/{organizationId}/budgets/{budgetId}/release',
  access: 'admin',
  summary: 'Release the amount that calls under way hold of a budget.',
  description:
    'Needs an owner or admin of the organization. Each of these calls is charged the input that it reserved, in all budgets that cover it, ' +
    'and corrected when its runner tells what it used. The reservations of a runner that vanished end by themselves within a minute.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: Budget,
});

export const removeBudget = operation({
  ...spending,
  method: 'DELETE',
  path: '/organizations/{organizationId}/budgets/{budgetId}',
  access: 'admin',
  summary: 'Remove a budget.',
  description: 'Needs an owner or admin of the organization.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: BudgetRemoved,
});

export const setBudget = operation({
  ...spending,
  method: 'PUT',
  path: '/organizations/{organizationId}/budgets',
  access: 'admin',
  summary: 'Set what models may cost for one scope and period.',
  description:
    'Needs an owner or admin of the organization. There is one budget per scope, period and unit; setting it again changes its limit. ' +
    'A new budget starts with the amount that its period has already spent. Every call reserves its highest possible cost and settles the amount that it used, ' +
    'so that calls at the same time exceed a limit by one call at most.',
  input: SetBudget,
  status: 200,
  reply: Budget,
});
