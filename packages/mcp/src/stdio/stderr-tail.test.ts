import { StderrTail } from './stderr-tail.ts';

const tailOf = (secrets: string[], ...chunks: (string | Buffer)[]): string => {
  const tail = new StderrTail(secrets);
  for (const chunk of chunks) tail.push(Buffer.from(chunk));
  return tail.text;
};
const KEY = 'wellhidden';

test.each<[string, string[], (string | Buffer)[], string]>([
  ['a value', [KEY], [`the key is ${KEY}!`], 'the key is [redacted]!'],
  ['a value that comes in two chunks', [KEY], ['wellh', 'idden'], '[redacted]'],
  [
    'a value beyond ASCII, cut within a character',
    ['grünlich'],
    [Buffer.from('grünlich').subarray(0, 3), Buffer.from('grünlich').subarray(3)],
    '[redacted]',
  ],
  ['a value within another', ['hidden', KEY], [`${KEY} hidden`], '[redacted] [redacted]'],
  ['a value of several lines', ['one\ntwo\n'], ['key: one\ntwo\n.'], 'key: [redacted].'],
])('%s is not shown', (_, secrets, chunks, text) => expect(tailOf(secrets, ...chunks)).toBe(text));

test('a short value is not treated as a secret', () => expect(tailOf(['debug'], 'debug: on')).toBe('debug: on'));

test.each([0, 1, 5, 9, 10])('a value that the start of the tail cuts is not shown, %d bytes in', (cut) => {
  const text = tailOf([KEY], `${'x'.repeat(99)}${KEY}${'y'.repeat(8 * 1_024 - KEY.length + cut)}`);
  expect(text.replace('[redacted]', '')).toMatch(/^y+$/);
});

test('only the tail is kept', () => expect(tailOf([KEY], 'x'.repeat(50_000), 'end')).toHaveLength(8 * 1_024));
