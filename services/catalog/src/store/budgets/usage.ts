import type { ModelUsage, UsageGrouping } from '@assay/contract/areas/budgets/usage';
import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { BudgetViewer } from './budgets.ts';

/** Calls from `from` (inclusive) to `to` (exclusive), in milliseconds since the epoch. */
export interface UsageRange {
  from: number;
  to: number;
}

const GROUP = {
  project: fragment('project_id'),
  suite: fragment('suite_id'),
  run: fragment('run_id'),
  key: fragment('key_id'),
  model: fragment('model'),
  provider: fragment(`split_part(model, '/', 1)`),
  purpose: fragment('purpose'),
  day: fragment(`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`),
} satisfies Record<UsageGrouping, unknown>;

interface UsageRow {
  group: string;
  calls: string;
  input: string;
  output: string;
  cached: string;
  cost: string | null;
  uncosted: string;
}

/** One row for each group, in the order of the groups, from the one after `after`. */
export async function listUsage(
  db: Db,
  organizationId: string,
  viewer: BudgetViewer,
  { from, to }: UsageRange,
  groupBy: UsageGrouping,
  after: string | undefined,
  limit: number,
): Promise<(ModelUsage & { group: string })[]> {
  const found = await rows<UsageRow>(
    db,
    sql`
    select ${GROUP[groupBy]} as "group", count(*) as calls, sum(input_tokens) as input, sum(output_tokens) as output, sum(cached_input_tokens) as cached,
      sum(cost_micros) as cost, count(*) filter (where cost_micros is null) as uncosted
    from model_calls
    where organization_id = ${organizationId} and created_at >= ${new Date(from)} and created_at < ${new Date(to)} and state <> 'reserved'
      and (${after}::text is null or ${GROUP[groupBy]} > ${after})
      and (${viewer.administers} or project_id in (select project_id from project_grants where organization_id = ${organizationId} and user_id = ${viewer.userId}))
    group by 1 order by 1 limit ${limit}`,
  );
  return found.map((row) => ({
    group: row.group,
    calls: Number(row.calls),
    inputTokens: Number(row.input),
    outputTokens: Number(row.output),
    cachedInputTokens: Number(row.cached),
    costUsd: row.cost === null ? null : Number(row.cost) / 1_000_000,
    uncostedCalls: Number(row.uncosted),
  }));
}
