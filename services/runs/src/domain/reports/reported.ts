import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import type { FailingTrial } from '../analysis/failing-trial.ts';
import { failureOf } from '../analysis/diagnostic.ts';
import type { IterationStatus } from '../iterations/iteration.ts';

/** A trial as reports tell it. */
export type ReportedTrial = Omit<FailingTrial, 'result'> & {
  status: IterationStatus;
  result: 'passed' | 'failed' | null;
  durationMs: number | null;
  evaluatorError: boolean;
};

/** A case with one of its models. */
export interface ReportedVariant {
  caseId: string;
  title: string;
  model: string | null;
  /** Trials that passed, that failed, and that say nothing about the server or were not tried. */
  passed: number;
  failed: number;
  other: number;
  durationMs: number;
}

/** Where a run, and what was recorded of one of its trials, can be looked at. */
export interface Addresses {
  run: string;
  traceOf(iterationId: string): string;
}

export const addressesOf = (publicUrl: string, projectId: string, { id, suiteId }: EvalRun): Addresses => ({
  run: `${publicUrl}/projects/${projectId}/evals/${suiteId}/runs/${id}`,
  traceOf: (iterationId) => `${publicUrl}/api/v1/projects/${projectId}/eval-runs/${id}/iterations/${iterationId}/trace`,
});

/** What test reports make of a trial: an `error` says nothing about the server. */
export type TrialOutcome = 'passed' | 'failure' | 'error' | 'skipped';

export function outcomeOf({ status, result, blame, evaluatorError }: ReportedTrial): TrialOutcome {
  if (status === 'pending' || status === 'running' || status === 'skipped' || status === 'cancelled') return 'skipped';
  if (result === 'passed') return 'passed';
  return evaluatorError || (blame !== null && blame !== 'server') ? 'error' : 'failure';
}

/** The first thing that broke a trial, in words. */
export const whyOf = (trial: ReportedTrial): string => failureOf(trial) ?? `It is ${trial.status}.`;

export const variantName = ({ title, model }: { title: string; model: string | null }): string =>
  model === null ? title : `${title} [${model}]`;
export const variantKey = ({ caseId, model }: { caseId: string; model: string | null }): string =>
  JSON.stringify([caseId, model]);
