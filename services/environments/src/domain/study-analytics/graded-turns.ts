import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import { evaluateAssertion } from '@assay/grading/assertions/evaluate';
import { trialEvidence } from '@assay/grading/evidence/evidence';
import type { Verdict } from '@assay/grading/assertions/verdict';
import { ComputeBudget } from '@assay/grading/compute-budget';
import type { TurnFacts } from './measured-turn.ts';

/** The verdicts of assertions about a person's conversation, as about a persona's: over all of its turns. */
export function gradedTurns(turns: readonly TurnFacts[], assertions: readonly EvalAssertion[]): Verdict['status'][] {
  const sum = (of: (turn: TurnFacts) => number) => turns.reduce((total, turn) => total + of(turn), 0);
  const [inputTokens, outputTokens] = [sum((turn) => turn.inputTokens), sum((turn) => turn.outputTokens)];
  const evidence = trialEvidence(
    {
      version: 1,
      steps: [],
      messages: turns.flatMap(({ promptIndex, question, reply }) => [
        ...(question?.role === 'user' ? [{ role: 'user' as const, content: question.text, promptIndex }] : []),
        ...(reply?.reply ? [{ role: 'assistant' as const, content: reply.reply, promptIndex }] : []),
      ]),
      toolCalls: turns.flatMap(({ toolCalls }) => toolCalls),
      userMessages: turns.length,
      usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
    },
    {},
  );
  const budget = new ComputeBudget();
  return assertions.map((assertion) => evaluateAssertion(assertion, evidence, budget).status);
}
