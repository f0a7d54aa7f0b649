import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { packedBytes } from '@assay/kit/postgres/packed-bytes';
import { keptJson } from '@assay/kit/json/kept-json';
import type { Blame, IterationGrade, IterationStatus, IterationUsage } from '../../domain/iterations/iteration.ts';
import type { WorkHold } from '@assay/work/service/work-source';
import { addedEnds, endColumns, variantEnds } from '../eval-runs/variants.ts';

/** One iteration's end, as it is stored. */
export interface Settlement extends WorkHold {
  status: IterationStatus;
  result: 'passed' | 'failed' | null;
  durationMs: number;
  errorCode: string | null;
  errorMessage: string | null;
  blame: Blame | null;
  usage: IterationUsage | null;
  grade: IterationGrade | null;
  transcript: Buffer | null;
}

/**
 * Locks a run, and then these iterations, with `withOpen` all open ones of the run, too: in the order in which every
 * transaction locks them, so that two writers never deadlock. Answers whether the run is there. The iterations are looked for
 * once it is known whether there is a run, that is once it is locked.
 */
export async function lockForEnds(db: Db, runId: string, ids: string[], withOpen: boolean): Promise<boolean> {
  const [locked] = await rows<{ isThere: boolean }>(
    db,
    sql`
    with run as (select id from runs where id = ${runId} for update),
    held as (
      select id from iterations
      where exists (select from run) is not null and (id = any(${ids}) or (${withOpen} and run_id = ${runId} and seq is null))
      order by id for no key update)
    select exists (select from run) as "isThere", (select count(*) from held)`,
  );
  return locked!.isThere;
}

/**
 * Stores many ends of one locked run in one statement; only an iteration under the same fence changes. The changed ones
 * are numbered on from the run's last one, counted in their case variants, and answered.
 */
export async function settleIterations(db: Db, runId: string, ends: Settlement[]): Promise<string[]> {
  if (ends.length === 0) return [];
  const { bytes, starts, lengths } = packedBytes(ends.map(({ transcript }) => transcript));
  const settled = await rows<{ id: string }>(
    db,
    sql`
    with e as (
      select e.*, (select coalesce(max(seq), 0) from iterations where run_id = ${runId}) + row_number() over (order by i.position) as seq
      from rows from (unnest(
        ${ends.map((e) => e.id)}::text[], ${ends.map((e) => e.fence)}::text[], ${ends.map((e) => e.status)}::text[], ${ends.map((e) => e.result)}::text[],
        ${ends.map((e) => e.durationMs)}::int[], ${ends.map((e) => e.errorCode)}::text[], ${ends.map((e) => e.errorMessage)}::text[], ${ends.map((e) => e.blame)}::text[],
        ${ends.map((e) => e.usage?.inputTokens)}::int[], ${ends.map((e) => e.usage?.outputTokens)}::int[],
        ${ends.map((e) => e.usage?.modelCalls)}::int[], ${ends.map((e) => e.usage?.costMicros)}::bigint[],
        ${ends.map((e) => e.grade?.evaluatorError ?? false)}::boolean[], ${starts}::int[], ${lengths}::int[]),
        json_array_elements(${keptJson(ends.map((e) => e.grade))}::json))
        as e(id, fence, status, result, duration_ms, error_code, error_message, blame, input_tokens, output_tokens, model_calls, cost_micros,
             evaluator_error, start, length, grade)
      join iterations i on i.id = e.id and i.fence::text = e.fence and i.status = 'running'),
    settled as (
      update iterations i
      set status = e.status, result = e.result, duration_ms = e.duration_ms, error_code = e.error_code, error_message = e.error_message, blame = e.blame,
          input_tokens = e.input_tokens, output_tokens = e.output_tokens, model_calls = e.model_calls, cost_micros = e.cost_micros,
          grade = case when json_typeof(e.grade) <> 'null' then e.grade end, evaluator_error = e.evaluator_error,
          transcript = substring(${bytes}::bytea from e.start for e.length), lease_until = null, seq = e.seq
      from e where i.id = e.id returning ${endColumns}),
    counted as (
      update run_variants v set ${addedEnds}, open = v.open - n.ended
      from (select case_position, model, ${variantEnds} from settled group by case_position, model) n
      where v.run_id = ${runId} and v.case_position = n.case_position and v.model is not distinct from n.model)
    select id from settled`,
  );
  return settled.map(({ id }) => id);
}

/** Keeps the evidence that a runner has of an iteration that ended with its run. */
export async function keepLateEvidence(db: Db, ends: Settlement[]): Promise<void> {
  if (ends.length === 0) return;
  await db.query(sql`
    update iterations i set transcript = e.transcript, duration_ms = e.duration_ms
    from unnest(${ends.map((e) => e.id)}::text[], ${ends.map((e) => e.fence)}::text[], ${ends.map((e) => e.durationMs)}::int[], ${ends.map((e) => e.transcript)}::bytea[])
      as e(id, fence, duration_ms, transcript)
    where i.id = e.id and i.fence::text = e.fence and i.status in ('cancelled', 'timed_out', 'skipped') and i.transcript is null`);
}

/** A model of these iterations whose last `count` ended iterations in the run all failed because of the provider. */
export async function findFailingModel(
  db: Db,
  runId: string,
  iterationIds: string[],
  count: number,
): Promise<{ model: string; errorMessage: string | null } | undefined> {
  const [failing] = await rows<{ model: string; errorMessage: string | null }>(
    db,
    sql`
    select m.model, e.errors[1] as "errorMessage"
    from (select distinct model from iterations where id = any(${iterationIds}) and model is not null) m
    cross join lateral (
      select count(*) filter (where blame = 'provider') as failed, array_agg(error_message order by seq desc) as errors
      from (select seq, blame, error_message from iterations i
            where i.run_id = ${runId} and i.seq is not null and i.model = m.model order by i.seq desc limit ${count}) last) e
    where e.failed = ${count} limit 1`,
  );
  return failing;
}

/** How the open iterations of a run end with it. */
export interface OpenEnd {
  status: 'cancelled' | 'timed_out' | 'skipped';
  code: string;
  message: string;
  blame?: 'platform';
}

/** Ends every open iteration of a locked run; answers their number. */
export async function endOpenIterations(
  db: Db,
  runId: string,
  { status, code, message, blame }: OpenEnd,
): Promise<number> {
  const { rowCount } = await db.query(sql`
    with ended as (
      select id from iterations where run_id = ${runId} and seq is null order by id for no key update),
    numbered as (
      select i.id, (select coalesce(max(seq), 0) from iterations where run_id = ${runId}) + row_number() over (order by i.position) as seq
      from iterations i join ended on ended.id = i.id),
    ended_now as (
    update iterations i set status = ${status}, error_code = ${code}, error_message = ${message}, blame = ${blame}, lease_until = null, seq = n.seq,
           duration_ms = case when i.started_at is not null then (extract(epoch from now() - i.started_at) * 1000)::int end
    from numbered n where i.id = n.id returning ${endColumns}),
    counted as (
      update run_variants v set ${addedEnds}, open = v.open - n.ended
      from (select case_position, model, ${variantEnds} from ended_now group by case_position, model) n
      where v.run_id = ${runId} and v.case_position = n.case_position and v.model is not distinct from n.model)
    select id from ended_now`);
  return rowCount ?? 0;
}
