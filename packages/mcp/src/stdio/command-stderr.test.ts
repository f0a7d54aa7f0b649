import { bothEnds, CommandStderr } from './command-stderr.ts';

const keptOf = (secrets: string[], ...pieces: (string | Buffer)[]): string => {
  const kept = new CommandStderr(secrets);
  for (const piece of pieces) kept.push(Buffer.from(piece));
  return kept.text;
};
const KEY = 'wellhidden';

test.each<[string, string[], (string | Buffer)[], string]>([
  ['a value', [KEY], [`the key is ${KEY}!`], 'the key is [redacted]!'],
  ['a value that comes in two pieces', [KEY], ['wellh', 'idden'], '[redacted]'],
  [
    'a value beyond ASCII, cut within a character',
    ['grünlich'],
    [Buffer.from('grünlich').subarray(0, 3), Buffer.from('grünlich').subarray(3)],
    '[redacted]',
  ],
  ['a value within another', ['hidden', KEY], [`${KEY} hidden`], '[redacted] [redacted]'],
  ['a value of several lines', ['one\ntwo\n'], ['key: one\ntwo\n.'], 'key: [redacted].'],
])('%s is not shown', (_, secrets, pieces, text) => expect(keptOf(secrets, ...pieces)).toBe(text));

test('a short value is not treated as a secret', () => expect(keptOf(['debug'], 'debug: on')).toBe('debug: on'));

test.each([0, 1, 5, 9, 10])('a value that the start of the tail cuts is not shown, %d bytes in', (cut) => {
  const text = keptOf([KEY], `${'x'.repeat(9_999)}${KEY}${'y'.repeat(8 * 1_024 - KEY.length + cut)}`);
  expect(text.replace('[redacted]', '')).toMatch(/^x+\n\[\d+ bytes left out\]\ny+$/);
});

test.each([0, 1, 5, 9, 10])('a value that the end of the head cuts is not shown, %d bytes in', (cut) => {
  const text = keptOf([KEY], `${'x'.repeat(4 * 1_024 - cut)}${KEY}`, 'y'.repeat(9_999));
  expect(text.replace('[redacted]', '')).toMatch(/^x+\n\[\d+ bytes left out\]\ny+$/);
});

test.each([1, 4_000, 8_192, 9_000, 12_288])('all of %d bytes is kept', (bytes) => {
  const text = `first${'x'.repeat(bytes - 5 > 0 ? bytes - 5 : 0)}`;
  expect(keptOf([KEY], ...text.match(/.{1,1000}/g)!)).toBe(text);
});

test('the beginning and the end of a long output are kept, with a note of how much is left out', () => {
  const text = keptOf([KEY], 'Error: no module\n', 'x'.repeat(50_000), '\nretrying');
  expect(text).toMatch(/^Error: no module\nx+\n\[37738 bytes left out\]\nx+\nretrying$/);
});

test('a clipped text has its beginning and its end', () => {
  expect(bothEnds(`first${'x'.repeat(100)}last`, 10)).toBe('first\n[99 characters left out]\nxlast');
  expect(bothEnds('short', 10)).toBe('short');
});
