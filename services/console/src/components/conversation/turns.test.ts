import type { TranscriptMessage, TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { turnsOf } from './turns.ts';

const call = (id: string, stepIndex: number, promptIndex?: number) =>
  ({ id, stepIndex, ...(promptIndex !== undefined && { promptIndex }) }) as TranscriptToolCall;
const message = (role: TranscriptMessage['role'], content: string, more: Partial<TranscriptMessage> = {}) => ({
  role,
  content,
  promptIndex: 0,
  ...more,
});
const steps = [
  { kind: 'toolCall', stepIndex: 0 },
  { kind: 'prompt', stepIndex: 1 },
  { kind: 'toolCall', stepIndex: 2 },
] as const;

test('a call stands once where the model asked for it, and a call of a step at its step', () => {
  const turns = turnsOf({
    steps,
    toolCalls: [call('before', 0), call('asked', 1, 0), call('after', 2)],
    messages: [
      message('user', 'go'),
      message('assistant', '', { toolCallId: 'asked' }),
      message('tool', 'answer', { toolCallId: 'asked' }),
      message('assistant', 'done'),
    ],
  });
  expect(turns.map(({ who, id }) => [who, id])).toEqual([
    ['Tool', 'before'],
    ['Prompt', 'm0'],
    ['Tool', 'asked'],
    ['Model', 'm3'],
    ['Tool', 'after'],
  ]);
});

test('a message that names a call which is not there is shown as it is', () => {
  expect(
    turnsOf({ steps: [], toolCalls: [], messages: [message('tool', 'answer', { toolCallId: 'lost' })] }),
  ).toMatchObject([{ who: 'Model', text: 'answer' }]);
});
