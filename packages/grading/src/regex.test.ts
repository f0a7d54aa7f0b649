import { PatternError, patternOf } from './regex.ts';

test('patterns are written as in JavaScript', () => {
  expect(patternOf('^(?<year>\\d{4})\\u002d').test('2024-05')).toBe(true);
});

test('a pattern that would make a backtracking engine hang is answered at once', () => {
  const started = performance.now();
  expect(patternOf('^(a|a)*(a|aa)*$').test(`${'a'.repeat(50_000)}b`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test('more work than a test is worth is refused', () => {
  expect(() => patternOf('(?:a|b)*a(?:a|b){900}[cd]').test('ab'.repeat(50_000))).toThrow(PatternError);
});

test.each(['(', '(?=a)', '(a)\\1', 'a{2000}'])('%s is not usable, also the second time', (source) => {
  expect(() => patternOf(source)).toThrow(PatternError);
  expect(() => patternOf(source)).toThrow(PatternError);
});

test.each([
  ['(a+)+', true], ['(?:a*b)*', true], ['((ab+)c)+', true], ['(a{2,})*', true], ['(\\(a+)+', true],
  ['(a+)b+', false], ['[(a+)]+', false], ['\\(a+\\)+', false], ['(a?)+', false], ['(a+)?', false], ['(ab){2,3}', false],
])('%s repeats a repetition: %s', (source, nested) => {
  expect(patternOf(source).nested).toBe(nested);
});
