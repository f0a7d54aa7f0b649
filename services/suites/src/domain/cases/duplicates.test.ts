import { given } from '@assay/contract/given';
import fc from 'fast-check';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import { marksOf, wordsOf, type CaseMarks } from './case-marks.ts';
import { openDuplicates } from './duplicates.ts';
import { areNearSame } from './near-same.ts';

const say = (prompt: string, id = 'p'): EvalTestStep => ({ id, kind: 'prompt', prompt });
const call = (args: Record<string, unknown> | undefined, id = 'c'): EvalTestStep => ({
  id,
  kind: 'toolCall',
  serverName: 'files',
  toolName: 'read',
  ...given({ arguments: args }),
});
const expectCall = (toolName: string): EvalTestStep => ({
  id: 'a',
  kind: 'assert',
  assertion: { type: 'toolCalledAtLeastOnce', toolName },
});
const marked = (steps: EvalTestStep[], isNegative = false) => marksOf({ steps, isNegative });

/** How the second case repeats the first. */
function repeats(first: EvalTestStep[], second: EvalTestStep[]): string {
  return among(marked(first)).find(marked(second))?.how ?? 'not';
}
/** The search among these cases of a suite, named by their positions. */
function among(...present: CaseMarks[]) {
  const duplicates = openDuplicates('suite_1', { near: true });
  for (const [place, marks] of present.entries()) duplicates.add({ id: String(place), marks });
  return duplicates;
}
const LONG = 'Please list all of the open orders of our best customer';

test.each<[string, EvalTestStep[], EvalTestStep[], 'same' | 'near' | 'not']>([
  ['the ids of its steps differ', [say(LONG, 'a')], [say(LONG, 'b')], 'same'],
  [
    'the keys of arguments are in another order',
    [call({ a: 1, b: { c: 2, d: 3 } })],
    [call({ b: { d: 3, c: 2 }, a: 1 })],
    'same',
  ],
  ['absent arguments are spelled out', [call(undefined)], [call({})], 'same'],
  ['an argument differs', [call({ a: 1 })], [call({ a: 2 })], 'not'],
  ['the steps are in another order', [call({ a: 1 }), call({ a: 2 })], [call({ a: 2 }), call({ a: 1 })], 'not'],
  ['a step more', [say(LONG)], [say(LONG), expectCall('list')], 'not'],
  ['another tool is expected', [say(LONG), expectCall('list')], [say(LONG), expectCall('find')], 'not'],
  ['case, punctuation and blanks differ', [say(LONG)], [say(`${LONG.toUpperCase()}  , !`)], 'near'],
  ['the words are in another order', [say(LONG)], [say(LONG.split(' ').toReversed().join(' '))], 'near'],
  ['one word of many more', [say(LONG)], [say(`${LONG} today`)], 'near'],
  ['one word of few more', [say('list open orders')], [say('list open orders today')], 'not'],
  ['two words of eleven replaced', [say(LONG)], [say(LONG.replace('list', 'show').replace('best', 'worst'))], 'not'],
  ['a number differs', [say(`${LONG} 12`)], [say(`${LONG} 13`)], 'not'],
  ['numbers change places', [say(`${LONG} from 1 to 2`)], [say(`${LONG} from 2 to 1`)], 'not'],
  ['a quotation differs', [say(`${LONG} "ACME"`)], [say(`${LONG} "Acme"`)], 'not'],
  ['the quotation marks differ', [say(`${LONG} "ACME"`)], [say(`${LONG} “ACME”`)], 'near'],
  ['JSON differs', [say(`${LONG} {"a":true}`)], [say(`${LONG} {"a":false}`)], 'not'],
  [
    'the keys of JSON are in another order',
    [say(`${LONG} {"a":true,"b":null}`)],
    [say(`${LONG} {"b":null, "a":true}`)],
    'near',
  ],
  ['one of two prompts is another', [say(LONG), say('Thanks')], [say(`${LONG} today`), say('Again')], 'not'],
  ['the prompts change places', [say(LONG), say('Thanks a lot')], [say('Thanks a lot'), say(LONG)], 'not'],
  ['both of two prompts are near', [say(LONG), say('Thanks')], [say(`${LONG} today`), say('THANKS!')], 'near'],
  ['prompts without words differ', [say('?!')], [say('!?')], 'not'],
])('when %s, a case repeats another: %#', (_, first, second, how) => expect(repeats(first, second)).toBe(how));

test('a negative case does not repeat a positive one', () => {
  expect(among(marked([say(LONG)])).find(marked([say(LONG)], true))).toBeUndefined();
});

test('added cases are found from then on, equal ones before near-same ones', () => {
  const [one, two] = [marked([say(LONG)]), marked([say(`${LONG} today`)])];
  const duplicates = among();
  expect(duplicates.find(one)).toBeUndefined();
  duplicates.add({ id: 'one', marks: one });
  expect([duplicates.find(one), duplicates.find(two)]).toEqual([
    { id: 'one', how: 'same' },
    { id: 'one', how: 'near' },
  ]);
  duplicates.add({ id: 'two', marks: two });
  expect(duplicates.find(two)).toEqual({ id: 'two', how: 'same' });
});

test('near-same cases are not found when only equal ones count', () => {
  const duplicates = openDuplicates('suite_1', { near: false });
  duplicates.add({ id: 'one', marks: marked([say(LONG)]) });
  expect([duplicates.find(marked([say(LONG)])), duplicates.find(marked([say(`${LONG} today`)]))]).toEqual([
    { id: 'one', how: 'same' },
    undefined,
  ]);
});

const letters = (n: number) => String(n).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!);
const vocabulary = Array.from({ length: 400 }, (_, i) => `word${letters(i)}`);
/** Texts of up to 400 words, and variants with words removed, added and misspelt. */
const base = fc
  .tuple(fc.integer({ min: 1, max: 400 }), fc.shuffledSubarray(vocabulary, { minLength: 400 }))
  .map(([size, words]) => words.slice(0, size));
const edit = fc.record({
  drop: fc.integer({ min: 0, max: 40 }),
  add: fc.integer({ min: 0, max: 40 }),
  misspell: fc.integer({ min: 0, max: 20 }),
});
const edited = (words: string[], { drop, add, misspell }: { drop: number; add: number; misspell: number }) => [
  ...words.slice(drop).map((word, i) => (i < misspell ? `${word}x` : word)),
  ...Array.from({ length: add }, (_, i) => `more${letters(i)}`),
];

test('the search finds the same repetitions as a comparison of every pair', () => {
  let near = 0;
  fc.assert(
    fc.property(base, base, fc.array(edit, { minLength: 1, maxLength: 8 }), edit, (one, two, edits, coming) => {
      const marks = (change: typeof coming) =>
        marked([say(edited(one, change).join(' ')), say(two.slice(change.drop % 3).join(' '), 'q')]);
      const present = edits.map(marks);
      const wanted = marks(coming);
      const expected = present.some((other) => areNearSame(wordsOf(other), wordsOf(wanted)));
      if (expected) near++;
      expect(among(...present).find(wanted) !== undefined).toBe(expected);
    }),
    // A fixed seed: the number of near repetitions among the samples must not depend on chance.
    { numRuns: 300, seed: 20_261_123 },
  );
  expect(near).toBeGreaterThan(20);
});
