import fc from 'fast-check';
import { growthOf } from '@assay/testkit/growth';
import { areNearSame, MAX_DIFFERENCE } from './near-same.ts';

const words = (text: string) => [new Set(text.split(' '))];
const many = (count: number, prefix = 'word') =>
  Array.from(
    { length: count },
    (_, i) => `${prefix}${String.fromCharCode(97 + (i % 26))}${String.fromCharCode(97 + Math.floor(i / 26))}`,
  );
const INVOICE =
  'the invoice for our best customer and send it by mail to them today please without any further delay whatsoever while keeping all notes about former orders safe from everyone else inside';

test.each<[string, string, string, boolean]>([
  ['a verb is another', `create ${INVOICE}`, `delete ${INVOICE}`, false],
  ['a verb turns round by its prefix', `increase ${INVOICE}`, `decrease ${INVOICE}`, false],
  ['a word is misspelt', `create ${INVOICE}`, `craete ${INVOICE}`, true],
  ['a word has a plural', `${INVOICE} report`, `${INVOICE} reports`, true],
  ['a short word is another', `${INVOICE} week`, `${INVOICE} weak`, false],
  ['three letters of a word differ', `${INVOICE} monday`, `${INVOICE} mondayish`, false],
  ['two words are misspelt', `${INVOICE} create report`, `${INVOICE} creates reprot`, true],
  ['a word is like another, but a second one is not', `${INVOICE} report blue`, `${INVOICE} reports green`, false],
  ['two words are like the same one', `${INVOICE} report reporta`, `${INVOICE} reports orange`, false],
  ['words pair up in one way only', `${INVOICE} reportaa reportab`, `${INVOICE} reportabcd reporta`, true],
  ['one has a word more', INVOICE, `${INVOICE} today now`, true],
  ['each has a word more', `${INVOICE} now`, `${INVOICE} soon`, false],
  ['one has many words more', INVOICE, `${INVOICE} a b c d e f g h`, false],
])('when %s, prompts are near-same: %#', (_, a, b, near) =>
  expect([areNearSame(words(a), words(b)), areNearSame(words(b), words(a))]).toEqual([near, near]),
);

test('long prompts are near-same up to a number of different words', () => {
  const [text, more] = [many(500), many(MAX_DIFFERENCE + 1, 'more')];
  const withMore = (count: number) => [new Set([...text, ...more.slice(0, count)])];
  expect([MAX_DIFFERENCE, MAX_DIFFERENCE + 1].map((count) => areNearSame([new Set(text)], withMore(count)))).toEqual([
    true,
    false,
  ]);
});

test('a word of a hundred thousand letters takes hardly any time', () => {
  const compare = (letters: number) =>
    expect(
      areNearSame(
        words(`${'a'.repeat(letters)} ${INVOICE}`),
        words(`${'a'.repeat(0.99 * letters)}${'b'.repeat(0.01 * letters)} ${INVOICE}`),
      ),
    ).toBe(false);
  expect(growthOf(compare, 6_400, 16)).toBeLessThan(64);
});

test('the order of two prompts makes no difference', () => {
  const word = fc.constantFrom(
    'report',
    'reports',
    'raport',
    'create',
    'creates',
    'now',
    'not',
    'today',
    'invoice',
    'invoices',
  );
  const text = fc.uniqueArray(word, { minLength: 1 }).map((extra) => [new Set([...INVOICE.split(' '), ...extra])]);
  fc.assert(fc.property(text, text, (a, b) => expect(areNearSame(a, b)).toBe(areNearSame(b, a))));
});
