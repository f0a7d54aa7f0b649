import { rows, sql, type Db } from '@assay/kit/db';
import type { Run } from '../domain/run.ts';
import type { CountedTrial } from '../domain/tally.ts';
import { columns } from './run-columns.ts';

/** What a trial came to. */
export type TrialResult = Pick<CountedTrial, 'status' | 'result' | 'blame'> & { id: string; evaluatorError: boolean };

export async function listTrialResults(db: Db, runId: string): Promise<TrialResult[]> {
  return rows<TrialResult>(db, sql`
    select id, status, result, blame, evaluator_error as "evaluatorError" from iterations where run_id = ${runId} order by position`);
}

/** Lets a judgement have its say: who does not pass with it fails, and where it broke down nothing is said about the server. */
export async function applyOpinions(db: Db, judgementId: string): Promise<void> {
  await db.query(sql`
    with said as (
      select i.id, o.status, o.passed from opinions o join iterations i on i.id = o.iteration_id
      where o.judgement_id = ${judgementId} and o.status in ('scored', 'error') and i.status = 'completed'
      order by i.id for no key update of i)
    update iterations i set result = case when said.passed then i.result when said.status = 'scored' then 'failed' else i.result end,
                            evaluator_error = i.evaluator_error or said.status = 'error'
    from said where i.id = said.id`);
}

/** Writes a run's counts anew; why the earlier ones decided nothing is forgotten. */
export async function restateTally(db: Db, runId: string, { passed, failed, excluded }: { passed: number; failed: number; excluded: number }): Promise<Run> {
  const [run] = await rows<Run>(db, sql`
    update runs set passed = ${passed}, failed = ${failed}, excluded = ${excluded}, undecided_detail = null where id = ${runId} returning ${columns}`);
  return run!;
}
