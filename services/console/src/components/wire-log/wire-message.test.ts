import { pairOf, summaryOf, type WireMessage } from './wire-message.ts';

const message = (direction: WireMessage['direction'], body: object): WireMessage => ({
  atMs: 0,
  direction,
  bytes: 1,
  message: body,
});
const call = message('sent', { id: 1, method: 'tools/call', params: { name: 'find', arguments: { q: 'x' } } });
const progress = message('received', { method: 'notifications/progress' });
const answer = message('received', { id: 1, result: { isError: true } });
const log = [
  call,
  message('received', { id: 1, method: 'elicitation/create', params: {} }),
  message('sent', { id: 1, result: { action: 'decline' } }),
  progress,
  answer,
];

test('a request is paired with its answer, also beside a request of the server with the same id', () => {
  expect(log.map((_, at) => pairOf(log, at))).toEqual([4, 2, 1, undefined, 0]);
});

test.each<[WireMessage, object]>([
  [call, { word: 'tools/call', id: '1', name: 'find', rest: '{"q":"x"}', isNotification: false }],
  [progress, { word: 'notifications/progress', isNotification: true }],
  [answer, { word: 'result', isError: true }],
  [message('received', { id: 1, error: { code: -32_602 } }), { word: 'error', isError: true }],
  [
    { ...call, message: undefined, text: '{"jsonrpc"', truncated: true },
    { word: 'cut', rest: '{"jsonrpc"' },
  ],
])('a message is told in a few words', (entry, summary) => expect(summaryOf(entry)).toMatchObject(summary));
