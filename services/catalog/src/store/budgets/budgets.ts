import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { BudgetState, NewBudget } from '../../domain/budgets/budget.ts';
import { AS_OF_CLOCK, COVERING_BUDGETS } from './covering-budgets.ts';

export interface BudgetRow {
  id: string;
  scopeKind: BudgetState['scope']['kind'];
  scopeId: string;
  period: BudgetState['period'];
  unit: BudgetState['unit'];
  limitAmount: string;
  windowStart: Date;
  spent: string;
  reserved: string;
  createdAt: Date;
  updatedAt: Date;
}

/** The objects that a call or a budget is accounted to. */
export interface BudgetAccount {
  organizationId: string;
  projectId: string;
  suiteId: string;
  runId: string;
  keyId: string;
}

export const toBudgetState = (row: BudgetRow): BudgetState => ({
  id: row.id,
  scope: { kind: row.scopeKind, id: row.scopeId },
  period: row.period,
  unit: row.unit,
  windowStart: row.windowStart,
  limit: Number(row.limitAmount),
  spent: Number(row.spent),
  reserved: Number(row.reserved),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/**
 * The person who lists budgets: members see the budgets of projects that they may see, and budgets without a project.
 */
export interface BudgetViewer {
  userId: string;
  administers: boolean;
}

/**
 * Newest first, from the one after `after`. Leaves out the budget of a run that was never written: after a day nothing
 * was spent of it.
 */
export async function listBudgets(
  db: Db,
  organizationId: string,
  viewer: BudgetViewer,
  kind: string | undefined,
  at: Date | undefined,
  after: string | undefined,
  limit: number,
): Promise<BudgetState[]> {
  const found = await rows<BudgetRow>(
    db,
    sql`
    with clock as (select date_trunc('day', coalesce(${at}::timestamptz, now()), 'UTC') as day)
    select ${AS_OF_CLOCK} from budgets b, clock
    where organization_id = ${organizationId} and (${kind}::text is null or scope_kind = ${kind}) and (${after}::text is null or id < ${after})
      and not exists (select from projects where projects.id = b.project_id and deleted_at is not null)
      and not (scope_kind = 'run' and b.spent = 0 and b.reserved = 0 and created_at < now() - interval '1 day')
      and (${viewer.administers} or project_id is null
        or project_id in (select project_id from project_grants where organization_id = ${organizationId} and user_id = ${viewer.userId}))
    order by id desc limit ${limit}`,
  );
  return found.map(toBudgetState);
}

/**
 * A budget that covers the account and refuses every call: it is used up, or it is in money and the price is unknown. A
 * budget that does not reset comes first.
 */
export async function findUsedUp(
  db: Db,
  account: BudgetAccount,
  isUnpriced: boolean,
  at: Date | undefined,
): Promise<BudgetState | undefined> {
  const [row] = await rows<BudgetRow>(
    db,
    sql`
    with clock as (select date_trunc('day', coalesce(${at}::timestamptz, now()), 'UTC') as day),
    account as (select ${account.organizationId}::text as organization_id, ${account.projectId}::text as project_id, ${account.suiteId}::text as suite_id,
      ${account.runId}::text as run_id, ${account.keyId}::text as key_id),
    covering as (select ${AS_OF_CLOCK} from clock cross join account ${COVERING_BUDGETS})
    select * from covering where spent >= limit_amount or (unit = 'usd' and ${isUnpriced}::boolean)
    order by spent >= limit_amount desc, period desc, id limit 1`,
  );
  return row && toBudgetState(row);
}

/**
 * Sets the limit of the budget of this scope, period and unit; answers its state before and after, or undefined when
 * there is none.
 */
export async function replaceLimit(
  db: Db,
  { organizationId, scope, period, unit, limit }: NewBudget,
  at: Date | undefined,
): Promise<{ before: BudgetState; after: BudgetState } | undefined> {
  const [row] = await rows<BudgetRow & { limitBefore: string; updatedBefore: Date }>(
    db,
    sql`
    with clock as (select date_trunc('day', coalesce(${at}::timestamptz, now()), 'UTC') as day)
    update budgets b set limit_amount = ${limit}, updated_at = now() from clock
    where organization_id = ${organizationId} and scope_kind = ${scope.kind} and scope_id = ${scope.id} and period = ${period} and unit = ${unit}
    returning ${AS_OF_CLOCK}, old.limit_amount as limit_before, old.updated_at as updated_before`,
  );
  const after = row && toBudgetState(row);
  return after && { before: { ...after, limit: Number(row.limitBefore), updatedAt: row.updatedBefore }, after };
}

/** Adds a budget that starts with the spending `counted`. If it exists already, only its limit is set. */
export async function insertBudget(
  db: Db,
  budget: NewBudget,
  at: Date | undefined,
  counted: CountedSpending = { spent: 0, reserved: 0 },
): Promise<BudgetState> {
  const { id, organizationId, projectId, scope, period, unit, limit } = budget;
  const [row] = await rows<BudgetRow>(
    db,
    sql`
    insert into budgets as b (id, organization_id, project_id, scope_kind, scope_id, period, unit, limit_amount, window_start, spent, reserved)
    values (${id}, ${organizationId}, ${projectId}, ${scope.kind}, ${scope.id}, ${period}, ${unit}, ${limit},
      case when ${period} = 'day' then date_trunc('day', coalesce(${at}::timestamptz, now()), 'UTC') else 'epoch' end, ${counted.spent}, ${counted.reserved})
    on conflict (organization_id, scope_kind, scope_id, period, unit) do update set limit_amount = excluded.limit_amount, updated_at = now()
    returning b.*`,
  );
  return toBudgetState(row!);
}

export interface CountedSpending {
  spent: number;
  reserved: number;
}

const SCOPE = {
  organization: fragment('organization_id'),
  project: fragment('project_id'),
  suite: fragment('suite_id'),
  run: fragment('run_id'),
  key: fragment('key_id'),
};
const SPENT = { usd: fragment('sum(cost_micros)'), tokens: fragment('sum(tokens)') };
const RESERVED = { usd: fragment('sum(reserved_micros)'), tokens: fragment('sum(reserved_tokens)') };

/**
 * The spending that a new budget starts with. A table lock keeps calls from being reserved or settled until the
 * transaction ends: earlier calls are counted here, later calls meet the budget. Calls that were settled more than two
 * minutes ago no longer change, because no statement takes that long; they are added up before the lock, so that the
 * lock is short.
 */
export async function countSpending(
  tx: Tx,
  { organizationId, scope, period, unit }: NewBudget,
  at: Date | undefined,
): Promise<CountedSpending> {
  const [old] = await rows<{ begun: Date; still: Date; spent: string | null }>(
    tx,
    sql`
    with clock as (select date_trunc('milliseconds', coalesce(${at}::timestamptz, now())) as at),
    bounds as (select case when ${period} = 'day' then date_trunc('day', at, 'UTC') else 'epoch' end as begun, at - interval '2 minutes' as still from clock)
    select begun, still, (
      select ${SPENT[unit]} from model_calls
      where organization_id = ${organizationId} and ${SCOPE[scope.kind]} = ${scope.id} and created_at >= begun and state = 'settled' and settled_at < still) as spent
    from bounds`,
  );
  const { begun, still, spent } = old!;
  await tx.query('lock table model_calls in share mode');
  const [fresh] = await rows<{ spent: string | null; reserved: string | null }>(
    tx,
    sql`
    select ${SPENT[unit]} as spent, ${RESERVED[unit]} filter (where state = 'reserved') as reserved from model_calls
    where organization_id = ${organizationId} and ${SCOPE[scope.kind]} = ${scope.id} and created_at >= ${begun}
      and (settled_at >= ${still} or settled_at is null or state = 'lapsed')`,
  );
  return { spent: Number(spent) + Number(fresh!.spent), reserved: Number(fresh!.reserved) };
}

/** A budget as it is today; undefined when the organization has none of this id. */
export async function findBudget(
  db: Db,
  organizationId: string,
  id: string,
  at: Date | undefined,
): Promise<BudgetState | undefined> {
  const [row] = await rows<BudgetRow>(
    db,
    sql`
    with clock as (select date_trunc('day', coalesce(${at}::timestamptz, now()), 'UTC') as day)
    select ${AS_OF_CLOCK} from budgets b, clock where b.organization_id = ${organizationId} and b.id = ${id}`,
  );
  return row && toBudgetState(row);
}

/** The deleted budget; undefined when there is none. */
export async function deleteBudget(db: Db, organizationId: string, id: string): Promise<BudgetState | undefined> {
  const [row] = await rows<BudgetRow>(
    db,
    sql`delete from budgets b where organization_id = ${organizationId} and id = ${id} returning b.*`,
  );
  return row && toBudgetState(row);
}

/** Deletes the budgets of deleted suites or runs. */
export async function deleteBudgetsOf(db: Db, kind: 'suite' | 'run', ids: string[]): Promise<void> {
  // Tenant: an event of the owning service names the deleted suites or runs.
  await db.query(sql`
    with doomed as (select id from budgets where scope_id = any(${ids}) and scope_kind = ${kind} order by id for update)
    delete from budgets where id in (select id from doomed)`);
}
