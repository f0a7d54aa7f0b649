import { sql, type Db } from '@assay/kit/postgres/db';
import { keptJson } from '@assay/kit/json/kept-json';
import { addedExcluded, endColumns, variantEnds } from '../eval-runs/variants.ts';
import type { PlacedIteration } from '../../domain/ingestion/place-iterations.ts';

/** Writes ended iterations of a locked run in one statement, counts them in their case variants, and raises the run's total. */
export async function insertIngestedIterations(db: Db, runId: string, trials: PlacedIteration[]): Promise<void> {
  await db.query(sql`
    with written as (
    insert into iterations as i (run_id, started_at, id, position, seq, case_position, iteration_number, model, external_id, status, result, duration_ms,
                            error_message, input_tokens, output_tokens, model_calls, grade, transcript)
    select ${runId}, now(), * from unnest(
      ${trials.map((t) => t.id)}::text[], ${trials.map((t) => t.position)}::int[], ${trials.map((t) => t.position + 1)}::int[],
      ${trials.map((t) => t.casePosition)}::int[], ${trials.map((t) => t.iterationNumber)}::int[], ${trials.map((t) => t.model)}::text[],
      ${trials.map((t) => t.externalId)}::text[], ${trials.map((t) => t.status)}::text[], ${trials.map((t) => t.result)}::text[],
      ${trials.map((t) => t.durationMs)}::int[], ${trials.map((t) => t.errorMessage)}::text[],
      ${trials.map((t) => t.usage?.inputTokens)}::int[], ${trials.map((t) => t.usage?.outputTokens)}::int[], ${trials.map((t) => t.usage?.modelCalls)}::int[],
      ${trials.map((t) => t.grade && keptJson(t.grade))}::json[], ${trials.map((t) => t.transcript)}::bytea[])
    returning ${endColumns})
    insert into run_variants as v (run_id, case_position, model, case_id, position, trials, eligible, passed, ends, durations, failed_at, failure)
    select ${runId}, n.case_position, n.model, c.case_id, n.first_at, n.ended, n.eligible, n.passed, n.ends, n.durations, n.failed_at, n.failure
    from (select case_position, model, min(position) as first_at, ${variantEnds} from written group by case_position, model) n
    join run_cases c on c.run_id = ${runId} and c.position = n.case_position
    on conflict (run_id, case_position, model) do update
    set trials = v.trials + excluded.trials, ${addedExcluded}`);
  // Tenant: the transaction has locked the run.
  await db.query(sql`update runs set total = greatest(total, finished + ${trials.length}) where id = ${runId}`);
}

/** Notes the model of a run, if it used a single one. */
export async function noteOnlyModel(db: Db, runId: string): Promise<void> {
  // Tenant: the transaction has locked the run.
  await db.query(sql`
    update runs set effective_model = (select case when count(distinct model) = 1 then min(model) end from iterations where run_id = ${runId}) where id = ${runId}`);
}

/** Sets how many iterations cases have to the number of their most frequent variant. */
export async function countIterationsOfCases(db: Db, runId: string, positions: number[]): Promise<void> {
  await db.query(sql`
    update run_cases c set iterations = tried.times
    from (select case_position, max(trials) as times from run_variants where run_id = ${runId} and case_position = any(${positions}) group by case_position) tried
    where c.run_id = ${runId} and c.position = tried.case_position`);
}
