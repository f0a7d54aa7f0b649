import { fragment } from '@assay/kit/postgres/db';

/**
 * Joins the budgets `b` that cover the relation `account`, which has an organization_id, project_id, suite_id, run_id
 * and key_id.
 */
export const COVERING_BUDGETS = fragment(`
  cross join lateral (values ('organization', account.organization_id), ('project', account.project_id),
    ('suite', account.suite_id), ('run', account.run_id), ('key', account.key_id)) as scope (kind, id)
  join budgets b on b.organization_id = account.organization_id and b.scope_kind = scope.kind and b.scope_id = scope.id`);

/**
 * The state of a budget `b` on the day of the relation `clock`: a daily budget of an earlier day starts again at zero.
 */
export const AS_OF_CLOCK = fragment(`
  b.id, b.scope_kind, b.scope_id, b.period, b.unit, b.limit_amount, b.created_at, b.updated_at,
  case when b.period = 'day' then greatest(b.window_start, clock.day) else b.window_start end as window_start,
  case when b.period = 'day' and b.window_start < clock.day then 0 else b.spent end as spent,
  case when b.period = 'day' and b.window_start < clock.day then 0 else b.reserved end as reserved`);
