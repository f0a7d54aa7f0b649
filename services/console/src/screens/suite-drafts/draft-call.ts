import type { EvalTestStep, EvalTestStepToolCall } from '@assay/sdk';
import type { Answers } from './draft-doubts.tsx';
import type { DraftEntry } from './draft-words.ts';

/** The call that a draft makes or expects first, with the answered values in place of guesses. */
export function callOf({ draft }: DraftEntry, answers: Answers): EvalTestStepToolCall | undefined {
  const steps = draft.case.steps as EvalTestStep[];
  for (const step of steps) {
    const found =
      step.kind === 'toolCall'
        ? { toolName: step.toolName, args: step.arguments ?? {} }
        : step.kind === 'assert' && 'type' in step.assertion && step.assertion.type === 'toolCalledWith'
          ? { toolName: step.assertion.toolName, args: step.assertion.args.args }
          : undefined;
    if (!found) continue;
    const replaced = draft.issues.flatMap(({ guess }, index) => {
      const answer = answers.issues[index];
      return guess && guess.toolName === found.toolName && typeof answer === 'object'
        ? [[guess.argument, answer.value] as const]
        : [];
    });
    return {
      id: step.id,
      kind: 'toolCall',
      serverName: '',
      toolName: found.toolName,
      arguments: { ...found.args, ...Object.fromEntries(replaced) },
    };
  }
  return undefined;
}
