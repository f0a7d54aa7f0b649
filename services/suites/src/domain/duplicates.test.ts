import fc from 'fast-check';
import type { EvalTestStep } from '@assay/contract/documents/step';
import { marksOf } from './case-marks.ts';
import { openDuplicates } from './duplicates.ts';

const say = (prompt: string, id = 'p'): EvalTestStep => ({ id, kind: 'prompt', prompt });
const call = (args: Record<string, unknown> | undefined, id = 'c'): EvalTestStep =>
  ({ id, kind: 'toolCall', serverName: 'files', toolName: 'read', ...(args && { arguments: args }) });
const expectCall = (toolName: string): EvalTestStep => ({ id: 'a', kind: 'assert', assertion: { type: 'toolCalledAtLeastOnce', toolName } });
const marked = (steps: EvalTestStep[], isNegative = false) => marksOf({ steps, isNegative });

/** How the second case repeats the first. */
function repeats(first: EvalTestStep[], second: EvalTestStep[]): string {
  const coming = marked(second);
  return openDuplicates([{ id: 'first', marks: marked(first) }], [coming]).find(coming)?.how ?? 'not';
}
const LONG = 'Please list all of the open orders of our best customer';

test.each<[string, EvalTestStep[], EvalTestStep[], 'same' | 'near' | 'not']>([
  ['the ids of its steps differ', [say(LONG, 'a')], [say(LONG, 'b')], 'same'],
  ['the keys of arguments are in another order', [call({ a: 1, b: { c: 2, d: 3 } })], [call({ b: { d: 3, c: 2 }, a: 1 })], 'same'],
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
  ['the keys of JSON are in another order', [say(`${LONG} {"a":true,"b":null}`)], [say(`${LONG} {"b":null, "a":true}`)], 'near'],
  ['one of two prompts is another', [say(LONG), say('Thanks')], [say(`${LONG} today`), say('Again')], 'not'],
  ['the prompts change places', [say(LONG), say('Thanks a lot')], [say('Thanks a lot'), say(LONG)], 'not'],
  ['both of two prompts are near', [say(LONG), say('Thanks')], [say(`${LONG} today`), say('THANKS!')], 'near'],
  ['prompts without words differ', [say('?!')], [say('!?')], 'not'],
])('when %s, a case repeats another: %#', (_, first, second, how) => expect(repeats(first, second)).toBe(how));

test('a negative case does not repeat a positive one', () => {
  const coming = marked([say(LONG)], true);
  expect(openDuplicates([{ id: 'first', marks: marked([say(LONG)]) }], [coming]).find(coming)).toBeUndefined();
});

test('what is added is found from then on, the same before the near', () => {
  const [one, two] = [marked([say(LONG)]), marked([say(`${LONG} today`)])];
  const duplicates = openDuplicates([], [one, two]);
  expect(duplicates.find(one)).toBeUndefined();
  duplicates.add({ id: 'one', marks: one });
  expect([duplicates.find(one), duplicates.find(two)]).toEqual([{ id: 'one', how: 'same' }, { id: 'one', how: 'near' }]);
  duplicates.add({ id: 'two', marks: two });
  expect(duplicates.find(two)).toEqual({ id: 'two', how: 'same' });
});

test('the search finds whatever comparing each with each finds', () => {
  const words = fc.uniqueArray(fc.constantFrom(...Array.from({ length: 22 }, (_, i) => `word${String.fromCharCode(97 + i)}`)), { minLength: 1, maxLength: 22 });
  const texts = fc.array(fc.tuple(words, words), { minLength: 1, maxLength: 12 });
  const jaccard = (a: string[], b: string[]) => a.filter((word) => b.includes(word)).length / new Set([...a, ...b]).size;
  fc.assert(fc.property(texts, texts, (present, coming) => {
    const marks = ([one, two]: [string[], string[]]) => marked([say(one.join(' ')), say(two.join(' '), 'q')]);
    const duplicates = openDuplicates(present.map((text, i) => ({ id: String(i), marks: marks(text) })), coming.map(marks));
    for (const text of coming) {
      const expected = present.some((other) => other.every((prompt, i) => jaccard(prompt, text[i]!) >= 0.85));
      expect(duplicates.find(marks(text)) !== undefined).toBe(expected);
    }
  }), { numRuns: 300 });
});
