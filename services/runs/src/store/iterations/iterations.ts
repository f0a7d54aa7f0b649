import { fragment, prepared, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { EndedIteration, Iteration } from '../../domain/iterations/iteration.ts';

export interface NewIteration {
  id: string;
  position: number;
  queueOrder: number;
  casePosition: number;
  caseId: string;
  iterationNumber: number;
  model: string | null;
}

/**
 * Writes a run's iterations and its case variants, and wakes waiting runners on every replica when the transaction
 * commits. It reads no table, so one plan fits runs of any size.
 */
export async function insertIterations(db: Db, runId: string, iterations: NewIteration[]): Promise<void> {
  await rows(
    db,
    prepared`
    with new as (
      select * from unnest(
        ${iterations.map((each) => each.id)}::text[], ${iterations.map((each) => each.position)}::int[], ${iterations.map((each) => each.queueOrder)}::int[],
        ${iterations.map((each) => each.casePosition)}::int[], ${iterations.map((each) => each.caseId)}::text[],
        ${iterations.map((each) => each.iterationNumber)}::int[], ${iterations.map((each) => each.model)}::text[])
      as new (id, position, queue_order, case_position, case_id, iteration_number, model)),
    written as (
      insert into iterations (run_id, id, position, queue_order, case_position, iteration_number, model)
      select ${runId}, id, position, queue_order, case_position, iteration_number, model from new),
    variants as (
      insert into run_variants (run_id, case_position, model, case_id, position, trials, open)
      select ${runId}, case_position, model, min(case_id), min(position), count(*), count(*)
      from new group by case_position, model)
    select pg_notify('work', 'work'::regclass::oid::text)`,
  );
}

/** The usage of an iteration `i`; null when it called no model. */
export const usageColumn = fragment(`
  case when i.model_calls is not null then json_build_object(
    'inputTokens', i.input_tokens, 'outputTokens', i.output_tokens, 'modelCalls', i.model_calls, 'costMicros', i.cost_micros) end`);

/** The newest opinion of a judge about an iteration `i`, as `newest.judge`; null when there is none. */
export const newestJudge = fragment(`
  left join lateral (
    select json_build_object('status', o.status, 'gating', j.gating, 'score', o.score, 'passed', o.passed, 'reason', o.reason,
                             'criteria', coalesce(o.criteria, '[]'), 'unsupportedClaims', coalesce(o.unsupported_claims, '[]')) as judge
    from opinions o join judgements j on j.id = o.judgement_id where o.iteration_id = i.id order by j.number desc limit 1) newest on true`);

/** In the order of the suite's cases. Ask for one row more than a page. */
export async function listIterations(
  db: Db,
  runId: string,
  afterPosition: number,
  limit: number,
): Promise<Iteration[]> {
  return rows<Iteration>(
    db,
    sql`
    select i.id, i.run_id, i.position, c.case_id, c.title, i.iteration_number, i.model, i.status, i.result,
           case when i.status = 'running' then i.waiting end as waiting,
           i.started_at, i.duration_ms, i.error_code, i.error_message, i.grade, i.blame,
           ${usageColumn} as usage, i.evaluator_error, newest.judge
    from iterations i join run_cases c on c.run_id = i.run_id and c.position = i.case_position
    ${newestJudge}
    where i.run_id = ${runId} and i.position > ${afterPosition}
    order by i.position limit ${limit}`,
  );
}

/**
 * Iterations that ended or were overturned by their judge after the `afterSeq`th of their run, in the order of `seq`.
 */
export async function listEnded(db: Db, runId: string, afterSeq: number, limit: number): Promise<EndedIteration[]> {
  return rows<EndedIteration>(
    db,
    sql`
    select i.id, i.seq, c.case_id, c.title, i.iteration_number, i.model, i.status, i.result,
           i.duration_ms, i.grade, i.blame
    from iterations i join run_cases c on c.run_id = i.run_id and c.position = i.case_position
    where i.run_id = ${runId} and i.seq > ${afterSeq}
    order by i.seq limit ${limit}`,
  );
}
