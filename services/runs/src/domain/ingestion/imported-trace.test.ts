import { importTrace } from './imported-trace.ts';

const user = { role: 'user', content: 'add 1 and 2' };
const span = { id: 's1', name: 'turn', category: 'llm', startMs: 0, endMs: 5 };
const parts = {
  role: 'assistant',
  content: [
    { type: 'text', text: 'I add.' },
    { type: 'tool-call', toolCallId: 'c1', toolName: 'add', input: { a: 1 } },
    { type: 'image', data: 'x' },
  ],
};
const answer = {
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'add', output: { type: 'text', value: '3' } }],
};

test.each<[string, unknown, object]>([
  ['nothing', undefined, { messages: [], spans: [], rest: undefined }],
  ['a text', 'what happened', { messages: [], spans: [], rest: 'what happened' }],
  [
    'a list of messages',
    [user, { role: 'assistant', content: '3' }],
    {
      messages: [
        { ...user, promptIndex: 0 },
        { role: 'assistant', content: '3', promptIndex: 0 },
      ],
      spans: [],
      rest: undefined,
    },
  ],
  [
    'messages and spans, with unknown fields',
    { messages: [{ role: 'system', content: 'be terse' }, user], spans: [span], traceVersion: 1 },
    {
      messages: [
        { role: 'system', content: 'be terse' },
        { ...user, promptIndex: 0 },
      ],
      spans: [span],
      rest: { traceVersion: 1 },
    },
  ],
  [
    'messages in parts, kept verbatim too',
    { messages: [user, parts, answer] },
    {
      messages: [
        { ...user, promptIndex: 0 },
        { role: 'assistant', promptIndex: 0, content: 'I add.' },
        { role: 'assistant', promptIndex: 0, content: '', toolCallId: 'c1' },
        { role: 'tool', promptIndex: 0, content: '{"type":"text","value":"3"}', toolCallId: 'c1' },
      ],
      spans: [],
      rest: { messages: [user, parts, answer] },
    },
  ],
  [
    'a message with more to it than ours',
    { messages: [{ ...user, id: 'm1' }] },
    { messages: [{ ...user, promptIndex: 0 }], spans: [], rest: { messages: [{ ...user, id: 'm1' }] } },
  ],
  [
    'invalid messages',
    { messages: [null, 7, { role: 'oracle', content: 'x' }, { role: 'user', content: 5 }] },
    {
      messages: [],
      spans: [],
      rest: { messages: [null, 7, { role: 'oracle', content: 'x' }, { role: 'user', content: 5 }] },
    },
  ],
  [
    'messages and spans that are no lists',
    { messages: 'x', spans: {} },
    { messages: [], spans: [], rest: { messages: 'x', spans: {} } },
  ],
  [
    'a span that does not fit',
    { spans: [span, { ...span, category: 'magic' }] },
    { messages: [], spans: [span], rest: { spans: [span, { ...span, category: 'magic' }] } },
  ],
])('%s', (_, trace, imported) => expect(importTrace(trace)).toEqual(imported));
