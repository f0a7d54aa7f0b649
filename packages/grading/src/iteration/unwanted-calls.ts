import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { CallComparison } from '@assay/contract/areas/iterations/call-comparison';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import type { CheckResult } from './judge-checks.ts';

type Calls = readonly TranscriptToolCall[];

/** The assertions of steps that failed and gate. */
function failedSteps({ steps }: FrozenCase, checks: readonly CheckResult[]): EvalAssertion[] {
  const failed = new Set(
    checks.filter(({ role, status }) => role === 'gating' && status === 'failed').map(({ stepId }) => stepId),
  );
  return steps.flatMap((step) =>
    step.kind === 'assert' && 'type' in step.assertion && failed.has(step.id) ? [step.assertion] : [],
  );
}

/** The calls that failed assertions of steps, or a negative case, do not want. */
export function unwantedCalls(frozen: FrozenCase, calls: Calls, checks: readonly CheckResult[]): string[] {
  if (frozen.isNegative) return calls.map(({ id }) => id);
  return failedSteps(frozen, checks).flatMap((assertion) => {
    if (assertion.type === 'toolNeverCalled') return idsOf(calls, (name) => name === assertion.toolName);
    return assertion.type === 'onlyToolsCalled' ? idsOf(calls, (name) => !assertion.toolNames.includes(name)) : [];
  });
}

const idsOf = (calls: Calls, isUnwanted: (toolName: string) => boolean): string[] =>
  calls.filter(({ toolName }) => isUnwanted(toolName)).map(({ id }) => id);

/** The calls that came too early by failed assertions of steps. */
export const misplacedCalls = (
  frozen: FrozenCase,
  calls: Calls,
  checks: readonly CheckResult[],
): CallComparison['outOfOrder'] =>
  failedSteps(frozen, checks).flatMap((assertion) => {
    if (assertion.type !== 'toolCalledBefore' && assertion.type !== 'firstToolWas') return [];
    const early =
      assertion.type === 'firstToolWas'
        ? calls[0]
        : calls.find(({ toolName }) => toolName === assertion.beforeToolName);
    return early ? [{ actual: early.id, after: assertion.toolName }] : [];
  });
