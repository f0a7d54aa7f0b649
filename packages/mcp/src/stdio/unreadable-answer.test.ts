import { isUnreadableAnswer } from './unreadable-answer.ts';

test.each([
  ['a frame of the Language Server Protocol', 'Content-Length: 120', true],
  ['an answer that is not valid JSON', '{"jsonrpc": "2.0", "id": 0, "result": {"a": undefined}}', true],
  ['an answer whose error has no code', '{"jsonrpc":"2.0","id":0,"error":"no"}', true],
  ['a log line that quotes an answer', '{"level":30,"sent":{"jsonrpc":"2.0","result":{}}}', false],
  ['a malformed notification', '{"jsonrpc":"2.0","method":"notifications/message","params":[]}', false],
  ['a banner', 'Server listening on stdio', false],
  ['the first line of a message over several lines', '{', false],
])('%s', (_, line, expected) => expect(isUnreadableAnswer(line)).toBe(expected));
