import { SplitMessage } from './split-message.ts';

const joined = (text: string): (string | undefined)[] => {
  const message = new SplitMessage();
  return text.split('\n').map((line) => message.add(line));
};

test.each([
  ['an object', JSON.stringify({ jsonrpc: '2.0', result: { a: [1], b: {} } }, undefined, 2)],
  ['a batch', JSON.stringify([{ jsonrpc: '2.0' }], undefined, 4)],
  ['an indented object', '  {\n    "a": 1\n  }'],
])('%s over several lines is one message', (_, text) => {
  const found = joined(text);
  expect(found.pop()).toBe(text);
  expect(found.filter((each) => each !== undefined)).toEqual([]);
});

test('lines that begin no message are not joined', () =>
  expect(joined('Listening {\n}\nready')).toEqual([undefined, undefined, undefined]));

test('a message after another is read, too', () =>
  expect(joined('{\n  "a": 1\n}\n{\n  "b": 2\n}').filter(Boolean)).toHaveLength(2));

test('lines without an end are dropped after ten thousand', () => {
  const message = new SplitMessage();
  message.add('{');
  for (let i = 0; i < 10_000; i++) message.add('x');
  expect(message.add('}')).toBeUndefined();
});
