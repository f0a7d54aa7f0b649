import { ComputeBudget, ComputeBudgetError } from './compute-budget.ts';
import { PatternError, patternOf } from './regex.ts';

const matches = (source: string, text: string) => patternOf(source).test(text, new ComputeBudget());

test('patterns have the syntax of JavaScript', () => {
  expect(matches('^(?<year>\\d{4})\\u002d', '2024-05')).toBe(true);
});

test('a pattern on which a backtracking engine would hang is answered at once', () => {
  expect(matches('^(a|a)*(a|aa)*$', `${'a'.repeat(50_000)}b`)).toBe(false);
});

test('a pattern that costs too much is refused', () => {
  expect(() => matches('(?:a|b)*a(?:a|b){900}[cd]', 'ab'.repeat(50_000))).toThrow(ComputeBudgetError);
});

test.each([
  '(',
  '(?=a)',
  '(a)\\1',
  'a{2000}',
  '('.repeat(5_000) + ')'.repeat(5_000),
  'x'.repeat(10_001),
  'a{1000}'.repeat(100),
  '((a{9}){9}){999}',
])('%s is not usable, also the second time', (source) => {
  expect(() => patternOf(source)).toThrow(PatternError);
  expect(() => patternOf(source)).toThrow(PatternError);
});

test.each([
  ['(a+)+', true],
  ['(?:a*b)*', true],
  ['((ab+)c)+', true],
  ['(a{2,})*', true],
  ['(\\(a+)+', true],
  ['(a+)b+', false],
  ['[(a+)]+', false],
  ['\\(a+\\)+', false],
  ['(a?)+', false],
  ['(a+)?', false],
  ['(ab){2,3}', false],
])('%s repeats a repetition: %s', (source, nested) => {
  expect(patternOf(source).nested).toBe(nested);
});
