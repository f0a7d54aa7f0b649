import { rows, sql, type Db } from '@assay/kit/db';
import { standing } from './standing.ts';

/** What the trials of a run took; null where one that took something does not say how much. */
export interface Measures { runId: string; totalTokens: number | null; costUsd: number | null; p95LatencyMs: number | null }

/** Of some runs. A trial that called no model took no tokens and cost nothing. */
export async function listMeasures(db: Db, runIds: string[]): Promise<Measures[]> {
  return rows<Measures>(db, sql`
    with trials as (
      select i.run_id, i.status, i.duration_ms, i.input_tokens + i.output_tokens as tokens, i.cost_micros, i.model_calls,
             i.model is null and i.external_id is null as took_no_model, ${standing} in ('passed', 'failed') as counts
      from iterations i join runs r on r.id = i.run_id where i.run_id = any(${runIds}))
    select run_id as "runId",
           case when bool_and(tokens is not null or took_no_model or status <> 'completed') then coalesce(sum(tokens), 0)::float8 end as "totalTokens",
           case when bool_and(cost_micros is not null or took_no_model or status <> 'completed' and model_calls is null) then (coalesce(sum(cost_micros), 0) / 1e6)::float8 end as "costUsd",
           case when bool_and(duration_ms is not null or not counts) then percentile_cont(0.95) within group (order by duration_ms) filter (where counts) end as "p95LatencyMs"
    from trials group by run_id`);
}
