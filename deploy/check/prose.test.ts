import { proseIssues } from './prose.ts';

test.each([
  ['a pronoun without its noun', '// Told to whoever asks.', 'whoever'],
  ['a person without a role', '/** The lease of somebody who went away. */', 'somebody'],
  ['a relative clause without its noun', '/** Those that wait. */', 'Those that'],
  ['a comment that begins with a relative clause', '/** What the runner reports. */', '/** What'],
  ['a chain of pronouns', '/** The sums of those of these runs that have them. */', 'those of these'],
  ['a possessive without its noun', '// The price is unknown when one of theirs is.', 'of theirs'],
  ['a verb that does not say what happens', '// The browser of a refused turn goes again.', 'goes again'],
  ['a long name of a test', `test('${'a'.repeat(91)}', () => {`, 'a'.repeat(91)],
])('%s is reported', (_, line, phrase) => {
  expect(proseIssues(`const first = 1;\n${line}`)).toEqual([{ line: 2, phrase, instead: expect.any(String) }]);
});

test.each([
  '/** A lease expires when its heartbeat stops. */',
  '// Retries with back-off: the broker may be restarting.',
  "test('a lease expires when its heartbeat stops', () => {",
  'const what = 1; // the number of runs',
  '// A module of ours is loaded again with its one dependency.',
])('%s is fine', (line) => {
  expect(proseIssues(line)).toEqual([]);
});
