import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { countedResult } from '../iterations/counted-result.ts';

/** Usage of the iterations of a run; null when the amount of one iteration is unknown. */
export interface RunMeasures {
  runId: string;
  totalTokens: number | null;
  costUsd: number | null;
  p95LatencyMs: number | null;
}

/**
 * Of some runs. An iteration that did not begin, or whose case calls no model, used no tokens and cost nothing; an
 * ingested one has the numbers of its reporter.
 */
export async function listMeasures(db: Db, runIds: string[]): Promise<RunMeasures[]> {
  return rows<RunMeasures>(
    db,
    sql`
    with trials as (
      select i.run_id, i.duration_ms, i.input_tokens::bigint + i.output_tokens as tokens, i.cost_micros, ${countedResult} in ('passed', 'failed') as counts,
             case when r.source <> 'sdk' then i.model is null or i.started_at is null or i.status = 'setup_failed' else i.status = 'skipped' end as took_none
      from iterations i join runs r on r.id = i.run_id where i.run_id = any(${runIds}))
    select run_id,
           case when bool_and(tokens is not null or took_none) then coalesce(sum(tokens), 0)::float8 end as "totalTokens",
           case when bool_and(cost_micros is not null or took_none) then (coalesce(sum(cost_micros), 0) / 1e6)::float8 end as "costUsd",
           case when bool_and(duration_ms is not null or not counts) then percentile_cont(0.95) within group (order by duration_ms) filter (where counts) end as "p95LatencyMs"
    from trials group by run_id`,
  );
}
