import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { keptJson } from '@assay/kit/json/kept-json';

/** A comparison of two runs by their ids, and the state of both that it rests on. */
export interface ComparedPair {
  baseRunId: string;
  runId: string;
  state: string;
}

/**
 * The state of two runs: it changes with everything that changes their comparison. Regrades and gating judgements write
 * the row of their run, and so its `xmin`, in the transaction that changes its iterations.
 */
export async function findStateOf(db: Db, baseRunId: string, runId: string): Promise<string | undefined> {
  const [pair] = await rows<{ state: string }>(
    db,
    sql`
    select concat(base.xmin::text, ' ', run.xmin::text) as state from runs base, runs run where base.id = ${baseRunId} and run.id = ${runId}`,
  );
  return pair?.state;
}

/** The stored parts of a comparison: part 0, and these, up to the end without `last`. Empty when it is not stored, or rests on another state. */
export async function listComparisonParts(
  db: Db,
  { baseRunId, runId, state }: ComparedPair,
  { first, last }: { first: number; last: number | undefined },
): Promise<{ part: number; body: unknown }[]> {
  return rows(
    db,
    sql`
    select part, body from run_comparisons
    where base_run_id = ${baseRunId} and run_id = ${runId} and (part = 0 or (part >= ${first} and (${last ?? null}::int is null or part <= ${last ?? null}))) and state = ${state}
    order by part`,
  );
}

/** Stores the parts of a comparison, numbered from 0, in place of the earlier ones; nothing when a run is gone. */
export async function replaceComparison(
  db: Db,
  { baseRunId, runId, state }: ComparedPair,
  parts: unknown[],
): Promise<void> {
  await db.query(sql`
    with stale as (
      delete from run_comparisons where base_run_id = ${baseRunId} and run_id = ${runId} and part >= ${parts.length})
    insert into run_comparisons as c (base_run_id, run_id, part, state, body)
    select base.id, run.id, p.place - 1, ${state}, p.body
    from (select id from runs where id = ${baseRunId} for key share) base, (select id from runs where id = ${runId} for key share) run,
         json_array_elements(${keptJson(parts)}::json) with ordinality as p(body, place)
    on conflict (base_run_id, run_id, part) do update set state = excluded.state, body = excluded.body`);
}
