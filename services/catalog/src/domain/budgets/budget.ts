import type { Budget, SetBudget } from '@assay/contract/areas/budgets/documents';
import { given } from '@assay/contract/given';
import type { BudgetRefusal } from '@assay/mesh/gen/assay/v1/catalog';
import type { Fault } from '@assay/contract/fault';
import { microsOf, MICROS_PER_USD } from '@assay/launching/spending-cap';

export type BudgetScope = SetBudget['scope'];
export type BudgetPeriod = SetBudget['period'];
/** Amounts in `usd` are millionths of a dollar. */
export type BudgetUnit = 'usd' | 'tokens';

export interface NewBudget {
  id: string;
  organizationId: string;
  projectId: string | undefined;
  scope: BudgetScope;
  period: BudgetPeriod;
  unit: BudgetUnit;
  limit: number;
}

/** A budget with its spending in the period that began at `windowStart`. */
export interface BudgetState {
  id: string;
  scope: BudgetScope;
  period: BudgetPeriod;
  unit: BudgetUnit;
  limit: number;
  windowStart: Date;
  spent: number;
  reserved: number;
  createdAt: Date;
  updatedAt: Date;
}

const DAY_MS = 86_400_000;

/** The limit in the unit that it is counted in. */
export const limitOf = ({ usd, tokens }: SetBudget['limit']): { unit: BudgetUnit; limit: number } =>
  usd === undefined ? { unit: 'tokens', limit: tokens! } : { unit: 'usd', limit: microsOf(usd) };

/** Refuses a positive limit that rounds to zero. */
export const limitFault = ({ usd = 0 }: SetBudget['limit']): Fault | undefined =>
  usd > 0 && usd * MICROS_PER_USD < 1
    ? { path: '/limit/usd', message: 'must be 0, or at least a millionth' }
    : undefined;

export function toBudget({
  id,
  scope,
  period,
  unit,
  limit,
  spent,
  reserved,
  createdAt,
  updatedAt,
  ...state
}: BudgetState): Budget {
  const amount = (value: number) => (unit === 'usd' ? { usd: value / MICROS_PER_USD } : { tokens: value });
  const resetsAt = resetOf({ period, ...state });
  return {
    id,
    scope,
    period,
    limit: amount(limit),
    spent: amount(spent),
    reserved: amount(reserved),
    remaining: amount(Math.max(0, limit - spent - reserved)),
    ...given({ resetsAt }),
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
  };
}

const resetOf = ({ period, windowStart: begun }: Pick<BudgetState, 'period' | 'windowStart'>): number | undefined =>
  period === 'day' ? begun.getTime() + DAY_MS : undefined;

/** The refusal of a budget without room. With `unpricedModel`, of a call whose price is unknown. */
export function refusalOf(budget: BudgetState, unpricedModel?: string): BudgetRefusal {
  const { id, scope, unit, limit, spent, reserved } = budget;
  const resetsAt = resetOf(budget);
  const amount = (value: number) => words(value, unit);
  const name = `The ${budget.period === 'day' ? 'daily ' : ''}budget of ${amount(limit)} of ${scope.kind === 'organization' ? 'the organization' : `the ${scope.kind} ${scope.id}`}`;
  const refusal = {
    budgetId: id,
    scope: scope.kind,
    scopeId: scope.id,
    resetsAtMs: resetsAt ?? 0,
    underWay: false,
  };
  const state = `${amount(spent)} are spent and ${amount(reserved)} reserved for calls under way`;
  if (spent >= limit)
    return {
      ...refusal,
      message: `${name} is used up: ${state}. ${resetsAt === undefined ? 'It does not start again.' : `It starts again at ${new Date(resetsAt).toISOString()}.`}`,
    };
  if (unit === 'usd' && unpricedModel !== undefined)
    return { ...refusal, message: `${name} is in money, and the price of the model "${unpricedModel}" is unknown.` };
  return { ...refusal, underWay: true, message: `${name} is full: ${state}. It may have room once they are over.` };
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 6 });
const count = new Intl.NumberFormat('en-US');
const words = (value: number, unit: BudgetUnit) =>
  unit === 'usd' ? dollars.format(value / MICROS_PER_USD) : `${count.format(value)} tokens`;
