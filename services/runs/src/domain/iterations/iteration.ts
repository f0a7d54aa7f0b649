import type { Chain } from '@assay/contract/areas/analysis/decision-summary';
import type { EvalIterationJudge } from '@assay/contract/areas/judges/documents';
import type { WorkWait } from '@assay/mesh/gen/assay/v1/work';
import type { FirstFailure } from '@assay/grading/stages/first-failure';
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

/** The error code of iterations that were skipped because their case was settled without them. */
export const SETTLED_EARLY = 'SETTLED_EARLY';

/** The fence of an iteration that was never leased: the nil UUID (RFC 9562, section 5.9). */
export const NEVER_LEASED = '00000000-0000-0000-0000-000000000000';

/** The party to blame for an iteration that did not complete. */
export type Blame = 'server' | 'provider' | 'platform' | 'cassette';

/** A stored grade; grades of earlier versions have no chain. `failure` is the one that the iteration is told by. */
export type IterationGrade = GradingResult & { tokensUsed: number | null; chain?: Chain; failure?: FirstFailure };

/** The usage of an iteration's model calls; tokens and price are null when they are unknown. */
export interface IterationUsage {
  inputTokens: number | null;
  outputTokens: number | null;
  modelCalls: number;
  costMicros: number | null;
}

/** The usage of two attempts together; its tokens and its price are unknown when either attempt's are. */
export const addedUsage = (
  usage: IterationUsage | null,
  more: { inputTokens: number; outputTokens: number; calls: number; costMicros?: number | undefined },
): IterationUsage => ({
  inputTokens: plus(usage?.inputTokens, more.inputTokens),
  outputTokens: plus(usage?.outputTokens, more.outputTokens),
  modelCalls: (usage?.modelCalls ?? 0) + more.calls,
  costMicros: plus(usage?.costMicros, more.costMicros ?? null),
});

const plus = (known: number | null | undefined, more: number | null): number | null =>
  known === null || more === null ? null : (known ?? 0) + more;

/** One iteration, with the title of its case. */
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
  /** The wait of its runner; null when it goes on. */
  waiting: WorkWait | null;
  startedAt: Date | null;
  durationMs: number | null;
  errorCode: string | null;
  errorMessage: string | null;
  blame: Blame | null;
  grade: IterationGrade | null;
  /** Set by grading, or by an error of a gating judge. */
  evaluatorError: boolean;
  /** The newest opinion of a judge; null when there is none. */
  judge: EvalIterationJudge | null;
  /** Null when it called no model. */
  usage: IterationUsage | null;
}

/** An iteration that ended or was overturned by its judge, as the `seq`th of its run; followers read by `seq`. */
export type EndedIteration = Pick<
  Iteration,
  'id' | 'caseId' | 'title' | 'iterationNumber' | 'model' | 'status' | 'result' | 'durationMs' | 'grade' | 'blame'
> & { seq: number };
