import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { SuitePace, TrialCost } from '../../domain/run-groups/launch-price.ts';
import { isHidden } from './tombstones.ts';

/**
 * How long the last five completed runs of a suite took together, how many trials and tokens they had, and what trials cost by model
 * where their price is known.
 */
export async function findSuitePace(db: Db, projectId: string, suiteId: string): Promise<SuitePace> {
  const [row] = await rows<Omit<SuitePace, 'costs'> & { costs: TrialCost[] | null }>(
    db,
    sql`
    with recent as (
      select id, started_at, completed_at, finished from runs
      where project_id = ${projectId} and suite_id = ${suiteId} and status = 'completed' and started_at is not null
        and finished > 0 and not ${isHidden('runs')}
      order by created_at desc, id desc limit 5),
    costs as (
      select i.model, avg(i.cost_micros)::float8 as mean, max(i.cost_micros)::float8 as dearest
      from recent join iterations i on i.run_id = recent.id
      where i.model is not null and i.cost_micros is not null group by i.model)
    select coalesce(sum(extract(epoch from completed_at - started_at) * 1000), 0)::float8 as duration_ms,
           coalesce(sum(finished), 0)::int as trials,
           (select coalesce(sum(coalesce(i.input_tokens, 0) + coalesce(i.output_tokens, 0)), 0)::float8
            from recent r join iterations i on i.run_id = r.id) as tokens, (select json_agg(costs) from costs) as costs
    from recent`,
  );
  return { ...row!, costs: row!.costs ?? [] };
}
