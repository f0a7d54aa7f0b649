import { asName } from '@assay/contract/as-name';
import { closed } from '@assay/contract/schema';
import { Name, NameReference } from '@assay/contract/text';
import { isSameName } from '@assay/contract/normal-name';
import { parser } from '@assay/kit/json/parse';

const parse = parser(closed({ name: Name() }));
const read = (name: string) => parse(Buffer.from(JSON.stringify({ name }))).name;

test.each([
  ['letters, marks and blanks', 'Zoë\'s ÷ "first" <server> & co.'],
  ['a family that joiners make one emoji', '👩‍👩‍👧 team'],
  ['a heart in colour, and a key cap', '❤️ 1️⃣'],
  ['a rainbow flag', '🏳️‍🌈'],
  ['Persian with the sign that parts letters', 'می‌خواهم'],
  ['Hindi with the sign that joins letters', 'क्‍ष'],
  ['characters beyond the first plane', '𝒳 😀'],
  ['Hebrew', 'שרת'],
  ['a heart as text, and a key cap as text', '\u2764\ufe0e 1\ufe0e\u20e3'],
  ['the flag of a part of a country', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['Bengali with the sign that keeps a letter whole', '\u09b0\u200d\u09cd\u09af\u09be\u09ae'],
  ['Kannada likewise', '\u0cb0\u200d\u0ccd\u0caf'],
  ['Malayalam that ends with a joiner', '\u0d28\u0d4d\u200d'],
  ["N'Ko with the sign that parts letters", '\u07d2\u200c\u07d3'],
  ['Adlam likewise', '\u{1e922}\u200c\u{1e923}'],
  ['Persian with a vowel before that sign', '\u0645\u06cc\u064e\u200c\u062e'],
  ['an ideograph in another shape', '\u8fbb\u{e0100}'],
  ['Mongolian in another shape', '\u182d\u180b\u1820'],
])('a name may hold %s', (_, name) => expect(read(name)).toBe(name.normalize('NFC')));

test('a name is stored in one normal form and without the blanks around it', () => {
  expect(read('Cafe\u0301')).toBe('Caf\u00e9');
  expect(read(`\u3000 ${'x'.repeat(200)}\u00a0`)).toBe('x'.repeat(200));
});

test.each<[string, string]>([
  ['nothing', ''],
  ['blanks only', ' \u00a0\u3000'],
  ['a line break', 'a\nb'],
  ['a line end behind it', 'a\n'],
  ['a NUL', 'a\u0000b'],
  ['a control of the second set', 'a\u0085b'],
  ['a line separator', 'a\u2028b'],
  ['an override of direction', 'a\u202egpj.exe'],
  ['an isolate', '\u2066a\u2069'],
  ['a mark of direction', 'a\u200e'],
  ['a blank of no width', 'a\u200bb'],
  ['a byte order mark', '\ufeffa'],
  ['a joiner between Latin letters', 'a\u200db'],
  ['a parting sign between Latin letters', 'a\u200cb'],
  ['a joiner behind an accent', 'e\u0301\u200db'],
  ['a joiner at the beginning', '\u200da'],
  ['two joiners', '👩\u200d\u200d👧'],
  ['a variation of a letter', 'a\ufe0f'],
  ['a soft hyphen', 'a\u00adb'],
  ['a letter that fills nothing', '\u3164'],
  ['tags', 'a\u{e0041}\u{e0042}'],
  ['more than 200 characters', 'x'.repeat(201)],
  ['a blank of Braille', 'a\u2800'],
  ['a joiner between an emoji and a letter', '©\u200dcme'],
  ['a joiner at the end', '👩\u200d'],
  ['a parting sign at the end', '\u0645\u200c'],
  ['a parting sign between ideographs', '\u6771\u200c\u4eac'],
  ['a flag that does not end', '\u{1f3f4}\u{e0067}\u{e0062}'],
  ['more than 200 characters in the normal form', '\u0958'.repeat(101)],
])('a name of %s is refused, and the field is named', (_, name) => {
  expect(() => read(name)).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      details: { issues: [expect.objectContaining({ path: '/name' })] },
    }),
  );
});

test('a name that breaks the rule at its end is refused at once', () => {
  for (const begin of [
    '\u0645',
    '👩',
    '1',
    '❤️',
    'م\u200c',
    '👩‍',
    '\u0d4d\u200d',
    '\u09b0\u200d\u09cd',
    '\u182d\u180b',
  ])
    expect(() => read(`${begin.repeat(200 / begin.length - 1)}\u0000`)).toThrow('can be seen');
});

test.each<[string, string]>([
  [' nightly\n', 'nightly'],
  ['a\tb', 'a b'],
  ['a\u202eb', 'a b'],
  ['❤️ 👩‍👩‍👧', '❤️ 👩‍👩‍👧'],
  ['Cafe\u0301', 'Caf\u00e9'],
  [`${'x'.repeat(199)}👩‍👧`, `${'x'.repeat(199)}👩`],
  ['👩‍'.repeat(150), `${'👩‍'.repeat(99)}👩`],
])('the foreign text %j becomes the name %j', (text, name) => {
  expect(asName(text)).toBe(name);
  expect(read(name)).toBe(name);
});

test('a text of invisible characters leaves an empty name', () => expect(asName('\u200b\u2800\u0000')).toBe(''));

test.each<[string, string, boolean]>([
  ['cafe\u0301', 'caf\u00e9', true],
  [' a\u00a0', 'a', true],
  ['a', 'A', false],
  [' ', '', false],
])('the names %j and %j are the same: %s', (one, other, same) => expect(isSameName(one, other)).toBe(same));

test('a reference is normalized as names are', () => {
  const reference = parser(closed({ name: NameReference() }));
  expect(
    ['  cafe\u0301', ' ', 'a\u200bb'].map((name) => reference(Buffer.from(JSON.stringify({ name }))).name),
  ).toEqual(['caf\u00e9', ' ', 'a\u200bb']);
});
