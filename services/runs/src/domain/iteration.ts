import type { Grade } from '@assay/grading/grade-iteration';

export type IterationStatus = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled' | 'timed_out' | 'setup_failed' | 'skipped';

/** What is stored of an iteration's grading. */
export type IterationGrade = Grade & { tokensUsed: number | null };

/** One trial of a case, with what its case is called. */
export interface Iteration {
  id: string; runId: string; position: number; caseId: string; title: string; iterationNumber: number; model: string | null;
  status: IterationStatus; result: 'passed' | 'failed' | null; startedAt: Date | null; durationMs: number | null;
  errorCode: string | null; errorMessage: string | null; grade: IterationGrade | null;
}
