import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { DraftTrial } from '@assay/contract/areas/authoring/draft-trial';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { gradeIteration } from '@assay/grading/iteration/grade-iteration';
import { maskedJson } from '@assay/transcripts/mask';

/** A call of a step, as it was made. */
export type MadeCall = DraftTrial['calls'][number] & { startMs: number };

const MAX_RESULT_CHARS = 16_384;

/** Whether a case can be tried without a model and a browser: it calls tools and asserts, no more. */
export const isOfCalls = ({ steps }: FrozenCase): boolean =>
  steps.some(({ kind }) => kind === 'toolCall') && steps.every(({ kind }) => kind === 'toolCall' || kind === 'assert');

/** Grades calls that were made for a draft, as an iteration of its case would be. */
export function trialOf(
  frozen: FrozenCase,
  suiteChecks: readonly EvalAssertion[],
  calls: readonly MadeCall[],
  triedAt: number,
): DraftTrial {
  const { result, checks, faults, evaluatorError } = gradeIteration(frozen, suiteChecks, transcriptOf(frozen, calls));
  return {
    triedAt,
    outcome: result === 'passed' ? 'passed' : evaluatorError ? 'undecided' : 'failed',
    durationMs: calls.reduce((sum, { durationMs }) => sum + durationMs, 0),
    calls: calls.map(({ startMs: _startMs, ...call }) => keptCall(call)),
    checks: checks.map(({ stepId, type, role, status, reason }) => ({
      ...given({ stepId }),
      type,
      role,
      status,
      reason: masked(reason),
    })),
    faults: faults.map(({ reason }) => masked(reason)),
  };
}

function transcriptOf({ steps }: FrozenCase, calls: readonly MadeCall[]): Transcript {
  const made = new Map(calls.map((call) => [call.stepId, call]));
  let endMs = 0;
  return {
    version: 1,
    messages: [],
    userMessages: 0,
    steps: steps.map(({ id: stepId, kind }, stepIndex) => {
      const call = made.get(stepId);
      const startMs = call?.startMs ?? endMs;
      endMs = call ? startMs + call.durationMs : endMs;
      const status = kind === 'assert' ? 'pending' : call?.error ? 'fail' : call ? 'ok' : 'skipped';
      return { stepId, stepIndex, kind, status, startMs, endMs, ...given({ reason: call?.error?.message }) };
    }),
    toolCalls: calls.map(({ durationMs, stepId, ...call }) => ({
      ...call,
      id: stepId,
      stepId,
      stepIndex: steps.findIndex(({ id }) => id === stepId),
      latencyMs: durationMs,
      ...(call.result && { resultBytes: Buffer.byteLength(JSON.stringify(call.result)) }),
    })),
  };
}

/** The call without its secrets, and without a result that is too large to be kept. */
function keptCall(call: DraftTrial['calls'][number]): DraftTrial['calls'][number] {
  const { result, ...rest } = masked(call);
  return result && JSON.stringify(result).length <= MAX_RESULT_CHARS ? { ...rest, result } : rest;
}

const masked = <T>(value: T): T => JSON.parse(maskedJson(value)) as T;
