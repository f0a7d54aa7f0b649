import type { EvalTestStep } from '@assay/contract/areas/cases/step';

type WithoutId<Step> = Step extends unknown ? Omit<Step, 'id'> : never;
/** A step before it has a name. */
export type DraftedStep = WithoutId<EvalTestStep>;

export const prompt = (text: string): DraftedStep => ({ kind: 'prompt', prompt: text });

export const toolCall = (serverName: string, toolName: string, args: Record<string, unknown>): DraftedStep => ({
  kind: 'toolCall',
  serverName,
  toolName,
  arguments: args,
});

/** Expects a call with these arguments among others; a trial without it fails. */
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

/** Names the steps by their kind and place. */
export const named = (steps: DraftedStep[]): EvalTestStep[] =>
  steps.map((step, i) => ({ id: `${step.kind}-${i + 1}`, ...step }));
