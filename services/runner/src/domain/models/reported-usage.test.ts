import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import { isReported, MAX_REPORTED_TOKENS, reportedUsage } from './reported-usage.ts';

const usage = (input: unknown, output: unknown, cacheRead?: unknown): LanguageModelV4Usage =>
  ({
    inputTokens: { total: input, noCache: undefined, cacheRead, cacheWrite: undefined },
    outputTokens: { total: output, text: undefined, reasoning: undefined },
  }) as LanguageModelV4Usage;

test.each([
  ['whole numbers are', 12, 3, true],
  ['a fraction is not', 10.5, 3, false],
  ['a negative number is not', 12, -5, false],
  ['a number beyond every context is not', 1e20, 3, false],
  ['a number just beyond the limit is not', 12, MAX_REPORTED_TOKENS + 1, false],
  ['NaN is not', Number.NaN, 3, false],
  ['a text is not', '12', 3, false],
  ['an absent number is not', undefined, 3, false],
  ['null is not', null, 3, false],
  ['no tokens of an answer with content are not', 12, 0, false],
  ['no tokens of the question to such an answer are not', 0, 3, false],
])('usage counts as reported: %s', (_, input, output, reported) =>
  expect(isReported(reportedUsage(usage(input, output), true))).toBe(reported),
);

test('an empty answer may have no tokens', () => expect(isReported(reportedUsage(usage(12, 0), false))).toBe(true));

test('one number that cannot be true leaves the others', () =>
  expect(reportedUsage(usage(12, -1, 4), true)).toMatchObject({
    inputTokens: { total: 12, cacheRead: 4 },
    outputTokens: { total: undefined },
  }));

test.each([13, -1, 0.5])('a cache of %d tokens in an input of 12 is not counted', (cached) =>
  expect(reportedUsage(usage(12, 3, cached), true).inputTokens.cacheRead).toBeUndefined(),
);
