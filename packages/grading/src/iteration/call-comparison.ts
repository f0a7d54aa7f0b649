import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { CallComparison } from '@assay/contract/areas/iterations/call-comparison';
import type { MatchOptions } from '@assay/contract/areas/cases/match-options';
import type { Transcript, TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { ComputeBudgetError, type ComputeBudget } from '../compute-budget.ts';
import { withoutMalformedCalls, withoutWidgetCalls } from '../assertions/widget-calls.ts';
import { argumentsMatch, differingPointers, stepsToMatch } from '../matching/match-arguments.ts';
import { expectationsOf, matchTurns, type CaseExpectation, type TurnMatch } from './expected-calls.ts';
import type { CheckResult } from './judge-checks.ts';
import { misplacedCalls, unwantedCalls } from './unwanted-calls.ts';

/**
 * Compares the expected calls of a case with the calls of an iteration, as its match options or else its assertions do.
 * Undefined where nothing is expected and nothing is wrong, and where the comparison costs more than the budget.
 */
export function compareCalls(
  frozen: FrozenCase,
  transcript: Transcript,
  checks: readonly CheckResult[],
  budget: ComputeBudget,
): CallComparison | undefined {
  const chosen = withoutMalformedCalls(withoutWidgetCalls(transcript));
  const expectations = expectationsOf(frozen.steps);
  try {
    const paired = frozen.matchOptions
      ? ofTurns(matchTurns(frozen, chosen, budget), expectations, frozen.matchOptions)
      : ofAssertions(expectations, chosen.toolCalls, budget);
    const extra = unwantedCalls(frozen, chosen.toolCalls, checks);
    const comparison = {
      ...paired,
      outOfOrder: [...paired.outOfOrder, ...misplacedCalls(frozen, chosen.toolCalls, checks)],
      extra: [...new Set([...paired.extra, ...extra])].map((actual) => ({ actual })),
    };
    return Object.values(comparison).some((group) => group.length > 0) ? comparison : undefined;
  } catch (error) {
    if (error instanceof ComputeBudgetError) return undefined;
    throw error;
  }
}

type Paired = Omit<CallComparison, 'extra'> & { extra: string[] };

/** Each assertion by itself: one call may satisfy several. A call that satisfies none differs from the first without one. */
function ofAssertions(
  expectations: readonly CaseExpectation[],
  calls: readonly TranscriptToolCall[],
  budget: ComputeBudget,
): Paired {
  const groups: Paired = { matched: [], differing: [], missing: [], outOfOrder: [], extra: [] };
  const unmet: { expected: number; expectation: CaseExpectation }[] = [];
  for (const [expected, expectation] of expectations.entries()) {
    const { toolName, arguments: args, matching = 'partial', minCount } = expectation;
    const ofTool = calls.filter((call) => call.toolName === toolName);
    budget.spend(ofTool.length * stepsToMatch(args));
    const fitting = ofTool.filter((call) => argumentsMatch(args, call.arguments, matching));
    groups.matched.push(...fitting.slice(0, minCount).map(({ id }) => ({ expected, actual: id })));
    if (fitting.length < minCount) unmet.push({ expected, expectation });
  }
  const taken = new Set(groups.matched.map(({ actual }) => actual));
  for (const { expected, expectation } of unmet) {
    const other = calls.find(({ id, toolName }) => toolName === expectation.toolName && !taken.has(id));
    if (!other) groups.missing.push({ expected });
    else {
      taken.add(other.id);
      groups.differing.push(differing(expected, expectation, other));
    }
  }
  return groups;
}

const differing = (
  expected: number,
  { arguments: args, matching = 'partial' }: CaseExpectation,
  call: TranscriptToolCall,
) => ({
  expected,
  actual: call.id,
  pointers: differingPointers(args, call.arguments, matching),
});

/** The turns of a case with match options: an expectation whose call came at another place is out of order. */
function ofTurns(turns: readonly TurnMatch[], expectations: readonly CaseExpectation[], options: MatchOptions): Paired {
  const groups: Paired = { matched: [], differing: [], missing: [], outOfOrder: [], extra: [] };
  const placeOf = (expectation: CaseExpectation) =>
    expectations.findIndex(({ stepId }) => stepId === expectation.stepId);
  for (const { matched, missing, extra, mismatches, isExtraTolerated } of turns) {
    groups.matched.push(...matched.map((pair) => ({ expected: placeOf(pair.expected), actual: pair.actual.id })));
    const left = new Set(extra);
    const wrong = [
      ...mismatches.map(({ expected, actual }) => ({ expected, actual: actual as TranscriptToolCall | undefined })),
      ...missing.map((expected) => ({ expected, actual: undefined })),
    ];
    for (const { expected, actual } of wrong) {
      const at = placeOf(expected);
      const elsewhere = [...(actual ? [actual] : []), ...left].find(
        (call) =>
          call.toolName === expected.toolName &&
          argumentsMatch(expected.arguments, call.arguments, expected.matching ?? options.arguments),
      );
      if (elsewhere) {
        left.delete(elsewhere);
        groups.outOfOrder.push({ expected: at, actual: elsewhere.id });
      } else if (actual) groups.differing.push(differing(at, { matching: options.arguments, ...expected }, actual));
      else groups.missing.push({ expected: at });
    }
    if (!isExtraTolerated) groups.extra.push(...[...left].map(({ id }) => id));
  }
  return groups;
}
