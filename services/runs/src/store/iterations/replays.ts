import type { JudgeOpinion } from '@assay/contract/areas/judges/work';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { Blame, IterationStatus } from '../../domain/iterations/iteration.ts';

/** An iteration with its transcript, gzipped JSON, and its result. */
export interface StoredReplay {
  id: string;
  position: number;
  casePosition: number;
  iterationNumber: number;
  status: IterationStatus;
  result: 'passed' | 'failed' | null;
  evaluatorError: boolean;
  blame: Blame | null;
  errorCode: string | null;
  transcript: Buffer | null;
}

/** A judgement's opinion on an iteration. */
export interface StoredJudgeOpinion {
  iterationId: string;
  status: 'scored' | 'error';
  score: number | null;
  passed: boolean | null;
  criteria: JudgeOpinion['criteria'] | null;
}

/** A run's iterations after a position, in the order of the suite's cases. */
export async function listReplays(
  db: Db,
  runId: string,
  afterPosition: number,
  limit: number,
): Promise<StoredReplay[]> {
  return rows<StoredReplay>(
    db,
    sql`
    select id, position, case_position, iteration_number, status, result,
           evaluator_error, blame, error_code, transcript
    from iterations where run_id = ${runId} and position > ${afterPosition} order by position limit ${limit}`,
  );
}

export async function listWords(db: Db, judgementId: string, iterationIds: string[]): Promise<StoredJudgeOpinion[]> {
  return rows<StoredJudgeOpinion>(
    db,
    sql`
    select iteration_id, status, score, passed, criteria from opinions
    where judgement_id = ${judgementId} and iteration_id = any(${iterationIds}) and status in ('scored', 'error')`,
  );
}
