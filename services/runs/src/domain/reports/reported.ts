import type { GradingGap } from '@assay/contract/areas/eval-runs/cases-without-grading';
import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import type { FailingIteration } from '../analysis/failing-iteration.ts';
import { failureOf } from '../analysis/diagnostic.ts';
import type { IterationStatus } from '../iterations/iteration.ts';

/** An iteration in the form that reports use. */
export type ReportedIteration = Omit<FailingIteration, 'result'> & {
  status: IterationStatus;
  result: 'passed' | 'failed' | null;
  durationMs: number | null;
  evaluatorError: boolean;
  /** Why nothing decides its case. */
  gradingGap: GradingGap | null;
};

/** A case variant. */
export interface ReportedVariant {
  caseId: string;
  title: string;
  /** Why nothing decides its case. */
  gradingGap: GradingGap | null;
  model: string | null;
  /** Iterations that passed, that failed, and all others: excluded or not executed. */
  passed: number;
  failed: number;
  other: number;
  durationMs: number;
}

/** The addresses at which a run and the recording of an iteration can be viewed. */
export interface ReportAddresses {
  run: string;
  traceOf(iterationId: string): string;
}

export const addressesOf = (publicUrl: string, projectId: string, { id, suiteId }: EvalRun): ReportAddresses => ({
  run: `${publicUrl}/projects/${projectId}/evals/${suiteId}/runs/${id}`,
  traceOf: (iterationId) => `${publicUrl}/api/v1/projects/${projectId}/eval-runs/${id}/iterations/${iterationId}/trace`,
});

/** The outcome of an iteration in test reports: an `error` says nothing about the server. */
export type TestOutcome = 'passed' | 'failure' | 'error' | 'skipped';

export function outcomeOf({ status, result, blame, evaluatorError }: ReportedIteration): TestOutcome {
  if (status === 'pending' || status === 'running' || status === 'skipped' || status === 'cancelled') return 'skipped';
  if (result === 'passed') return 'passed';
  return evaluatorError || (blame !== null && blame !== 'server') ? 'error' : 'failure';
}

const GAPS: Record<GradingGap, string> = {
  noAssertion: 'it asserts nothing',
  advisoryOnly: 'all of its assertions are advisory',
  expectedOutputNotRead: 'no judge that decides reads its expected output',
};

/** Says why a case decides nothing. */
export const describeGap = (gap: GradingGap): string => `The case decides nothing: ${GAPS[gap]}.`;

/** Says what failed an iteration, by its first failure. */
export const whyOf = (trial: ReportedIteration): string => failureOf(trial) ?? `It is ${trial.status}.`;

export const variantName = ({ title, model }: { title: string; model: string | null }): string =>
  model === null ? title : `${title} [${model}]`;
export const variantKey = ({ caseId, model }: { caseId: string; model: string | null }): string =>
  JSON.stringify([caseId, model]);
