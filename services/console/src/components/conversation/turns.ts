import type {
  TranscriptMessage,
  TranscriptStep,
  TranscriptToolCall,
} from '@assay/contract/areas/transcripts/documents';

/** One entry of a conversation: a message, or a call. */
export type Turn = { id: string; turn: number | undefined } & (
  | { who: 'System' | 'Prompt' | 'Model'; text: string; messageIndex: number }
  | { who: 'Tool'; call: TranscriptToolCall; messageIndex: number | undefined }
);

interface Said {
  messages: readonly TranscriptMessage[];
  toolCalls: readonly TranscriptToolCall[];
  steps: readonly Pick<TranscriptStep, 'kind' | 'stepIndex'>[];
}

const WHO = { system: 'System', user: 'Prompt', assistant: 'Model', tool: 'Model' } as const;

/**
 * The messages and calls in their order: each call once, where the model asked for it, and the calls of steps before
 * the prompts of later steps.
 */
export function turnsOf({ messages, toolCalls, steps }: Said): Turn[] {
  const calls = new Map(toolCalls.map((call) => [call.id, call]));
  const asked = new Set(messages.flatMap(({ toolCallId }) => toolCallId ?? []));
  const stepOf = promptSteps(steps);
  const turns: { turn: Turn; stepIndex: number }[] = toolCalls
    .filter(({ id }) => !asked.has(id))
    .map((call) => ({ turn: callTurn(call, undefined), stepIndex: call.stepIndex }));
  const shown = new Set<string>();
  messages.forEach((message, messageIndex) => {
    const { role, content, promptIndex, toolCallId } = message;
    const stepIndex = promptIndex === undefined ? -1 : (stepOf[promptIndex] ?? 0);
    const call = toolCallId === undefined ? undefined : calls.get(toolCallId);
    // The answer of a call stands in the call itself; a message without its call is shown unchanged.
    const text = call && (role === 'tool' || content === '') ? '' : content;
    if (text !== '' || !call) {
      const turn = promptIndex === undefined ? undefined : promptIndex + 1;
      turns.push({ turn: { id: `m${messageIndex}`, who: WHO[role], text, messageIndex, turn }, stepIndex });
    }
    if (call && !shown.has(call.id)) {
      shown.add(call.id);
      turns.push({ turn: callTurn(call, messageIndex), stepIndex });
    }
  });
  return turns.toSorted((a, b) => a.stepIndex - b.stepIndex).map(({ turn }) => turn);
}

const callTurn = (call: TranscriptToolCall, messageIndex: number | undefined): Turn => ({
  id: call.id,
  who: 'Tool',
  call,
  messageIndex,
  turn: call.promptIndex === undefined ? undefined : call.promptIndex + 1,
});

/** The indexes of the steps that are prompts, by the index of the prompt. */
const promptSteps = (steps: Said['steps']): number[] =>
  steps.filter(({ kind }) => kind === 'prompt').map(({ stepIndex }) => stepIndex);
