import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { BudgetUnit } from '../../domain/budgets/budget.ts';

/** A budget of which calls under way hold an amount. Amounts in `usd` are millionths of a dollar. */
export interface HeldBudgetRow {
  id: string;
  organizationId: string;
  scopeKind: string;
  scopeId: string;
  unit: BudgetUnit;
  limitAmount: string;
  spent: string;
  reserved: string;
  calls: number;
  oldestCallAt: Date | null;
}

/** The budgets of all organizations that calls hold, the longest held first. */
export const listHeldBudgets = (db: Db, limit: number): Promise<HeldBudgetRow[]> =>
  // Tenant: the operator of the installation sees the held budgets of all organizations.
  rows<HeldBudgetRow>(
    db,
    sql`
    select b.id, b.organization_id, b.scope_kind, b.scope_id, b.unit, b.limit_amount, b.spent, b.reserved, held.calls, held.oldest_call_at
    from budgets b cross join lateral (
      select count(*)::int as calls, min(c.created_at) as oldest_call_at from model_calls c
      where c.state = 'reserved' and c.organization_id = b.organization_id
        and b.scope_id = case b.scope_kind when 'organization' then c.organization_id when 'project' then c.project_id
          when 'suite' then c.suite_id when 'run' then c.run_id when 'key' then c.key_id end) held
    where b.reserved > 0 order by held.oldest_call_at nulls first, b.id limit ${limit}`,
  );

/** The organization of a budget; undefined when there is no such budget. */
export async function findBudgetOwner(db: Db, id: string): Promise<string | undefined> {
  // Tenant: the operator of the installation names a budget by its id alone.
  const [row] = await rows<{ organizationId: string }>(db, sql`select organization_id from budgets where id = ${id}`);
  return row?.organizationId;
}
