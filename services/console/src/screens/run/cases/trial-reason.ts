import type { EvalCaseEvaluation, EvalRunCase } from '@assay/sdk';

/** Why a trial is no passed one: the assertion or the fault by its name, its place, and the reason in words. */
export interface TrialReason {
  kind: 'failed' | 'excluded';
  name: string;
  at?: string;
  text: string;
}

const isDeciding = ({ status, role }: EvalCaseEvaluation['checks'][number]): boolean =>
  status === 'failed' && role === 'gating';

/** The reason of a trial; undefined of one that passed or has not ended. */
export function reasonOfTrial(trial: EvalCaseEvaluation, row: EvalRunCase): TrialReason | undefined {
  const { checks, faults, error, errorCode, failureSource, status, evaluatorError } = trial;
  if (failureSource !== undefined && failureSource !== 'server')
    return { kind: 'excluded', name: `failureSource: ${failureSource}`, text: error ?? '' };
  const unusable = checks.find((check) => check.status === 'error');
  if (evaluatorError && unusable) return { kind: 'excluded', name: unusable.type, text: unusable.reason };
  const check = checks.find(isDeciding);
  if (check)
    return {
      kind: 'failed',
      name: check.type,
      ...(check.stepId !== undefined && { at: `at step ${check.stepId}` }),
      text: check.reason,
    };
  const [fault] = faults;
  if (fault) return { kind: 'failed', name: fault.kind, text: fault.reason };
  if (status === 'skipped' || status === 'cancelled')
    return {
      kind: 'excluded',
      name: status,
      text: error ?? row.because ?? 'The trial was not needed, or could not begin.',
    };
  return error === null ? undefined : { kind: 'failed', name: errorCode ?? status, text: error };
}

/** The place of the evidence in the trace, as the address of the iteration has it. */
export function evidenceSearch(
  trial: EvalCaseEvaluation,
  row: EvalRunCase,
): { tab?: 'wire'; span?: string; msg?: string; check?: string } {
  const index = trial.checks.findIndex(isDeciding);
  const failed = trial.checks[index] ?? trial.faults[0];
  const place =
    failed?.place ?? (row.firstFailure?.iterationId === trial.iterationId ? row.firstFailure.place : undefined);
  return {
    ...(place?.spanId !== undefined && { span: place.spanId }),
    ...(place?.wireIndex !== undefined && { msg: String(place.wireIndex) }),
    ...(index >= 0 && { check: String(index) }),
  };
}
