import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { Transcript, TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import type { ComputeBudget } from '../compute-budget.ts';
import { matchCalls, type CallMatch, type ExpectedCall } from '../matching/match-calls.ts';
import { assertionRoleOf } from '../assertions/score.ts';

/** A tool call that an assert step of a case expects. */
export interface CaseExpectation extends ExpectedCall {
  stepId: string;
  minCount: number;
}

/** The calls that the gating assert steps expect; none for any other step. */
export function expectationsOf(steps: readonly EvalTestStep[]): CaseExpectation[] {
  return steps.flatMap((step) => {
    if (
      step.kind !== 'assert' ||
      'kind' in step.assertion ||
      step.assertion.type !== 'toolCalledWith' ||
      assertionRoleOf(step.assertion) !== 'gating'
    )
      return [];
    const {
      toolName,
      args: { args, argumentMatching },
      minCount = 1,
    } = step.assertion;
    return [
      {
        stepId: step.id,
        toolName,
        arguments: args,
        minCount,
        ...given({ matching: argumentMatching }),
      },
    ];
  });
}

export interface TurnMatch extends CallMatch<CaseExpectation, TranscriptToolCall> {
  promptIndex: number;
}

/**
 * Compares, turn by turn, the calls of the model with the expectations of the assert steps after its prompt. Only with
 * match options: without them each assertion is evaluated independently, and one call may satisfy several.
 * @throws BudgetError
 */
export function matchTurns(
  { steps, matchOptions }: FrozenCase,
  { toolCalls }: Transcript,
  budget: ComputeBudget,
): TurnMatch[] {
  if (!matchOptions) return [];
  return turnsOf(steps).map((expectations, promptIndex) => {
    const actual = toolCalls.filter((call) => call.promptIndex === promptIndex);
    const expected = expectations.flatMap((expectation) => repeated(expectation, actual.length));
    return { promptIndex, ...matchCalls(expected, actual, matchOptions, budget) };
  });
}

/** An expectation stands for `minCount` calls; it is limited to one more than were made, which fails as well. */
const repeated = (expectation: CaseExpectation, made: number): CaseExpectation[] =>
  Array.from({ length: Math.min(expectation.minCount, made + 1) }, () => expectation);

/** For each prompt step, the expectations of the assert steps that directly follow it. */
function turnsOf(steps: readonly EvalTestStep[]): CaseExpectation[][] {
  return steps.flatMap((step, index) => {
    if (step.kind !== 'prompt') return [];
    const after = steps.slice(index + 1);
    const end = after.findIndex(({ kind }) => kind !== 'assert');
    return [expectationsOf(end < 0 ? after : after.slice(0, end))];
  });
}
