import type { EvalCaseEvaluation } from '@assay/contract/areas/iterations/evaluations';
import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { Iteration } from '../../domain/iterations/iteration.ts';

/** The verdicts about one iteration of a case, and what they rest on. */
export type Evaluation = Pick<
  Iteration,
  | 'id'
  | 'position'
  | 'iterationNumber'
  | 'model'
  | 'status'
  | 'result'
  | 'durationMs'
  | 'blame'
  | 'errorCode'
  | 'errorMessage'
  | 'grade'
  | 'evaluatorError'
> &
  Pick<EvalCaseEvaluation, 'opinions' | 'labels'>;

/** The position of a case in a run, by its id or its declared id; undefined when the run has no such case. */
export async function findCasePosition(db: Db, runId: string, caseId: string): Promise<number | undefined> {
  const [found] = await rows<{ position: number }>(
    db,
    sql`
    select position from run_cases where run_id = ${runId} and (case_id = ${caseId} or declared_id = ${caseId})
    order by case_id = ${caseId} desc limit 1`,
  );
  return found?.position;
}

/** The opinions and the labels of an iteration `i`, as `o.opinions` and `l.labels`; null where there are none. */
export const opinionsAndLabels = fragment(`
    left join lateral (
      select json_agg(json_build_object(
               'judgeVersion', j.judge_version, 'model', j.model, 'threshold', j.threshold, 'status', o.status, 'gating', j.gating,
               'score', o.score, 'passed', o.passed, 'reason', o.reason, 'criteria', coalesce(o.criteria, '[]'),
               'unsupportedClaims', coalesce(o.unsupported_claims, '[]'), 'askedAt', extract(epoch from j.created_at) * 1000)
             order by j.number desc) as opinions
      from opinions o join judgements j on j.id = o.judgement_id where o.iteration_id = i.id) o on true
    left join lateral (
      select json_agg(json_strip_nulls(json_build_object(
               'userId', user_id, 'verdict', verdict, 'note', note, 'updatedAt', extract(epoch from updated_at) * 1000))
             order by updated_at, user_id) as labels
      from labels where iteration_id = i.id) l on true`);

/** In the order of the iterations. Ask for one row more than a page. */
export async function listEvaluations(
  db: Db,
  runId: string,
  casePosition: number,
  afterPosition: number,
  limit: number,
): Promise<Evaluation[]> {
  return rows<Evaluation>(
    db,
    sql`
    select i.id, i.position, i.iteration_number, i.model, i.status, i.result, i.duration_ms, i.blame, i.error_code, i.error_message, i.grade,
           i.evaluator_error, coalesce(o.opinions, '[]') as opinions, coalesce(l.labels, '[]') as labels
    from iterations i
    ${opinionsAndLabels}
    where i.run_id = ${runId} and i.case_position = ${casePosition} and i.position > ${afterPosition}
    order by i.position limit ${limit}`,
  );
}
