import type { MatchOptions } from '@assay/contract/areas/cases/match-options';
import { ComputeBudget } from '../compute-budget.ts';
import { argumentsMatch, stepsToMatch, type ArgumentMatching } from './match-arguments.ts';

export interface ExpectedCall {
  toolName: string;
  arguments: Record<string, unknown>;
  /** Absent: as the match options say. */
  matching?: ArgumentMatching;
}
export interface ActualCall {
  toolName: string;
  arguments: Record<string, unknown>;
}

/**
 * How expected and actual calls were paired; `mismatches` called the right tool with other arguments. `isExtraTolerated`:
 * there are not more extra calls than the options allow.
 */
export interface CallMatch<E extends ExpectedCall = ExpectedCall, A extends ActualCall = ActualCall> {
  passed: boolean;
  matched: { expected: E; actual: A }[];
  missing: E[];
  extra: A[];
  mismatches: { expected: E; actual: A }[];
  isExtraTolerated: boolean;
}

/**
 * Pairs the expected calls of a turn with its actual ones. Under `any` each expectation, in order, takes the first free
 * call that fits; this is not the largest possible matching, so narrow expectations belong first. Under `in-order`
 * other calls may stand between; under `exact` position is compared with position. Extra calls fail the turn only when
 * there are more than `extraToolCalls` allows.
 * @throws BudgetError
 */
export function matchCalls<E extends ExpectedCall, A extends ActualCall>(
  expected: readonly E[],
  actual: readonly A[],
  options: MatchOptions,
  budget = new ComputeBudget(),
): CallMatch<E, A> {
  const free = new Set(actual.keys());
  const unmet: { expectation: E; from: number; to: number }[] = [];
  const matched: { expected: E; actual: A }[] = [];
  let cursor = 0;
  for (const [position, expectation] of expected.entries()) {
    const [from, to] = window(options.toolCallOrder, position, cursor, actual.length);
    const found = indexOf(free, from, to, budget, (index) => fits(expectation, actual[index]!, options, budget));
    if (found === undefined) {
      unmet.push({ expectation, from, to });
    } else {
      free.delete(found);
      matched.push({ expected: expectation, actual: actual[found]! });
      cursor = found + 1;
    }
  }
  return { matched, ...settle(unmet, free, actual, options, budget) };
}

/** The range of calls, `from` (inclusive) to `to` (exclusive), in which an expectation may find its call. */
function window(
  order: MatchOptions['toolCallOrder'],
  position: number,
  cursor: number,
  length: number,
): [from: number, to: number] {
  if (order === 'exact') return [position, position + 1];
  return [order === 'in-order' ? cursor : 0, length];
}

/**
 * An unmatched expectation and an unmatched call of the same tool are one mismatch, not a missing and an extra call.
 */
function settle<E extends ExpectedCall, A extends ActualCall>(
  unmet: { expectation: E; from: number; to: number }[],
  free: Set<number>,
  actual: readonly A[],
  { extraToolCalls }: MatchOptions,
  budget: ComputeBudget,
): Omit<CallMatch<E, A>, 'matched'> {
  const missing: E[] = [];
  const mismatches: { expected: E; actual: A }[] = [];
  for (const { expectation, from, to } of unmet) {
    const found = indexOf(free, from, to, budget, (index) => actual[index]!.toolName === expectation.toolName);
    if (found === undefined) {
      missing.push(expectation);
    } else {
      free.delete(found);
      mismatches.push({ expected: expectation, actual: actual[found]! });
    }
  }
  const extra = [...free].map((index) => actual[index]!);
  const isExtraTolerated = extraToolCalls === 'unlimited' || extra.length <= extraToolCalls;
  return {
    passed: missing.length === 0 && mismatches.length === 0 && isExtraTolerated,
    missing,
    extra,
    mismatches,
    isExtraTolerated,
  };
}

function fits(expected: ExpectedCall, actual: ActualCall, options: MatchOptions, budget: ComputeBudget): boolean {
  if (expected.toolName !== actual.toolName) return false;
  budget.spend(stepsToMatch(expected.arguments));
  return argumentsMatch(expected.arguments, actual.arguments, expected.matching ?? options.arguments);
}

/** Cost of checking one call, in steps. */
const STEPS_PER_CALL = 20;

function indexOf(
  free: ReadonlySet<number>,
  from: number,
  to: number,
  budget: ComputeBudget,
  test: (index: number) => boolean,
): number | undefined {
  for (const index of free) {
    budget.spend(STEPS_PER_CALL);
    if (index >= from && index < to && test(index)) return index;
  }
  return undefined;
}
