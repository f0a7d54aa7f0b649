import type { EvalTestStep } from '@assay/contract/areas/cases/step';

type WithoutId<Step> = Step extends unknown ? Omit<Step, 'id'> : never;
/** A step before it has an id. */
export type DraftedStep = WithoutId<EvalTestStep>;

export const promptStep = (text: string): DraftedStep => ({ kind: 'prompt', prompt: text });

export const toolCall = (serverName: string, toolName: string, args: Record<string, unknown>): DraftedStep => ({
  kind: 'toolCall',
  serverName,
  toolName,
  arguments: args,
});

/** Asserts a call with at least these arguments; an iteration without the call fails. */
export const calledWith = (toolName: string, args: Record<string, unknown>): DraftedStep => ({
  kind: 'assert',
  assertion: {
    type: 'toolCalledWith',
    role: 'gating',
    toolName,
    args: { args, argumentMatching: 'partial' },
  },
});

export const replyContains = (needle: string): DraftedStep => ({
  kind: 'assert',
  assertion: { type: 'responseContains', role: 'gating', needle },
});

/** Gives each step an id from its kind and place. */
export const withStepIds = (steps: DraftedStep[]): EvalTestStep[] =>
  steps.map((step, i) => ({ id: `${step.kind}-${i + 1}`, ...step }));
