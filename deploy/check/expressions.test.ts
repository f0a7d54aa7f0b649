import { expressionsIn, isBounded, readVerdicts } from './expressions.ts';

test('the regular expression literals of a source are found with their lines', () =>
  expect(expressionsIn('const a = 1 / 2 / 3;\nconst b = /x\\/[/]+/giu.test(`${/y/.source}`) as boolean;')).toEqual([
    { pattern: 'x\\/[/]+', flags: 'giu', line: 2 },
    { pattern: 'y', flags: '', line: 2 },
  ]));

test.each([
  ['a{1,3}b', true],
  ['[+*]a?', true],
  ['\\+a', true],
  ['a+', false],
  ['[a]*', false],
  ['a{2,}', false],
])('%s has a bound for every repetition: %s', (pattern, bounded) => expect(isBounded(pattern)).toBe(bounded));

test('a verdict is found by the text of its expression, with a reason and without', () =>
  expect([...readVerdicts('# a comment\nsafe /a b/\nreviewed /c #d/g  # the reason\n').keys()]).toEqual([
    '/a b/',
    '/c #d/g',
  ]));
