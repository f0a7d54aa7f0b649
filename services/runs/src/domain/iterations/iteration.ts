import type { Chain } from '@assay/contract/areas/analysis/decision-summary';
import type { EvalIterationJudge } from '@assay/contract/areas/judges/documents';
import type { GradingResult } from '@assay/grading/iteration/grade-iteration';

export type IterationStatus =
  | 'pending'
  | 'running'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'timed_out'
  | 'setup_failed'
  | 'skipped';

/** The error code of trials that were left out because their case was settled without them. */
export const SETTLED_EARLY = 'SETTLED_EARLY';

/** The fence of an iteration that was never leased: the nil UUID (RFC 9562, section 5.9). */
export const NEVER_LEASED = '00000000-0000-0000-0000-000000000000';

/** Whose failure it is that a trial did not complete. */
export type Blame = 'server' | 'provider' | 'platform' | 'cassette';

/** What is stored of an iteration's grading; those of earlier versions have no chain. */
export type IterationGrade = GradingResult & { tokensUsed: number | null; chain?: Chain };

/** What an iteration's model calls used; the price is null where it is unknown. */
export interface IterationUsage {
  inputTokens: number;
  outputTokens: number;
  modelCalls: number;
  costMicros: number | null;
}

/** One trial of a case, with what its case is called. */
export interface Iteration {
  id: string;
  runId: string;
  position: number;
  caseId: string;
  title: string;
  iterationNumber: number;
  model: string | null;
  status: IterationStatus;
  result: 'passed' | 'failed' | null;
  startedAt: Date | null;
  durationMs: number | null;
  errorCode: string | null;
  errorMessage: string | null;
  blame: Blame | null;
  grade: IterationGrade | null;
  /** Beside what its grade says, a judge that had a say may have broken down. */
  evaluatorError: boolean;
  /** The newest word of a judge; null when none was asked. */
  judge: EvalIterationJudge | null;
  /** Null when it called no model. */
  usage: IterationUsage | null;
}

/** An iteration that ended, or was overturned by its judge, as the `seq`th of its run: what people follow the run by. */
export type EndedIteration = Pick<
  Iteration,
  'id' | 'caseId' | 'title' | 'iterationNumber' | 'model' | 'status' | 'result' | 'durationMs' | 'grade' | 'blame'
> & { seq: number };
