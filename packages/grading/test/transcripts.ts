import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep, StepAssertion } from '@assay/contract/areas/cases/step';
import type { Transcript, TranscriptStep, TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';

/** A successful call of the first step; `rest` overrides its fields. */
export const toolCall = (
  toolName: string,
  args: Record<string, unknown> = {},
  rest: Partial<TranscriptToolCall> = {},
): TranscriptToolCall => ({
  id: `call-${toolName}`,
  stepId: 's1',
  stepIndex: 0,
  serverId: 'srv',
  serverName: 'everything',
  toolName,
  arguments: args,
  result: { content: [{ type: 'text', text: 'done' }] },
  isError: false,
  startMs: 0,
  latencyMs: 10,
  resultBytes: 42,
  ...rest,
});

export const textResult = (content: string) => ({ content: [{ type: 'text', text: content }] });
export const toolError = (message: string): Partial<TranscriptToolCall> => ({
  isError: true,
  result: { ...textResult(message), isError: true },
});

/** A call whose result was not kept. */
export function withoutResult(toolName: string): TranscriptToolCall {
  const { result: _, ...rest } = toolCall(toolName);
  return rest;
}

export const inventory = (...tools: Record<string, unknown>[]): ServerInventory[] => [
  { serverId: 'srv', serverName: 'everything', complete: true, tools },
];

export const transcript = (parts: Partial<Transcript> = {}): Transcript => ({
  version: 1,
  steps: [],
  messages: [],
  toolCalls: [],
  userMessages: 0,
  ...parts,
});

/** A conversation of one turn that ends with `reply`. */
export const promptReplied = (reply: string): Pick<Transcript, 'messages' | 'userMessages'> => ({
  messages: [
    { role: 'user', content: 'Hello', promptIndex: 0 },
    { role: 'assistant', content: reply, promptIndex: 0 },
  ],
  userMessages: 1,
});

export const promptStep = (id: string): EvalTestStep => ({ id, kind: 'prompt', prompt: 'Do it.' });
export const toolStep = (id: string): EvalTestStep => ({
  id,
  kind: 'toolCall',
  serverName: 'everything',
  toolName: 'echo',
});
export const assertStep = (id: string, assertion: StepAssertion): EvalTestStep => ({ id, kind: 'assert', assertion });

export const frozenCase = (steps: EvalTestStep[], rest: Partial<FrozenCase> = {}): FrozenCase => ({
  id: 'case_1',
  title: 'A case',
  steps,
  iterations: 1,
  isNegative: false,
  models: [],
  failOnToolError: true,
  ...rest,
});

/** The runner's records of steps that all ended with `status`; assert steps are pending. */
export const stepsEnded = (steps: EvalTestStep[], status: TranscriptStep['status'] = 'ok'): TranscriptStep[] =>
  steps.map(({ id, kind }, stepIndex) => ({
    stepId: id,
    stepIndex,
    kind,
    status: kind === 'assert' && status === 'ok' ? 'pending' : status,
    startMs: 0,
    endMs: 1,
  }));
