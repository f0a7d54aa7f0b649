import type { MatchOptions } from '@assay/contract/areas/cases/match-options';
import { matchCalls, type ActualCall, type CallMatch } from './match-calls.ts';

const options = (over: Partial<MatchOptions> = {}): MatchOptions => ({
  toolCallOrder: 'any',
  extraToolCalls: 'unlimited',
  arguments: 'partial',
  ...over,
});
/** `a1` is a call of tool a with the argument n = 1; `a` expects tool a with any arguments. */
const calls = (words: string): ActualCall[] =>
  words
    .split(' ')
    .filter(Boolean)
    .map((word) => ({ toolName: word[0]!, arguments: word.length > 1 ? { n: Number(word.slice(1)) } : {} }));
const words = (found: ActualCall[]) =>
  found.map(({ toolName, arguments: { n } }) => (typeof n === 'number' ? `${toolName}${n}` : toolName)).join(' ');

/** A match in the notation of this file. */
interface Told {
  passed: boolean;
  missing: string;
  extra: string;
  mismatches: number;
}
const tell = ({ passed, missing, extra, mismatches }: CallMatch): Told => ({
  passed,
  missing: words(missing),
  extra: words(extra),
  mismatches: mismatches.length,
});

test.each<[string, string, string, Partial<MatchOptions>, Partial<Told>]>([
  ['order does not matter under any', 'a b', 'b a', {}, { passed: true }],
  ['nothing was called', 'a b', '', {}, { passed: false, missing: 'a b' }],
  ['nothing is expected', '', 'a', {}, { passed: true, extra: 'a' }],
  ['one call meets one expectation', 'a a', 'a', {}, { passed: false, missing: 'a' }],
  [
    'a broad expectation written first takes the call a narrow one needs',
    'a a1',
    'a1 a2',
    {},
    { passed: false, mismatches: 1 },
  ],
  ['the narrow one written first', 'a1 a', 'a1 a2', {}, { passed: true }],
  [
    'the right tool with other arguments is a mismatch, not missing and extra',
    'a1',
    'a2',
    {},
    { passed: false, missing: '', extra: '', mismatches: 1 },
  ],
  [
    'other calls may stand between in order',
    'a b',
    'a x b',
    { toolCallOrder: 'in-order' },
    { passed: true, extra: 'x' },
  ],
  ['the wrong order', 'a b', 'b a', { toolCallOrder: 'in-order' }, { passed: false, missing: 'b' }],
  ['position by position', 'a b', 'a b', { toolCallOrder: 'exact' }, { passed: true }],
  ['a shifted list', 'a b', 'x a b', { toolCallOrder: 'exact' }, { passed: false, missing: 'a b' }],
  [
    'a mismatch is only seen at its place',
    'b a1',
    'a2 b',
    { toolCallOrder: 'exact' },
    { passed: false, missing: 'b a1', mismatches: 0 },
  ],
  ['as many extra calls as are allowed', 'a', 'a x', { extraToolCalls: 1 }, { passed: true }],
  ['one extra call too many', 'a', 'a x y', { extraToolCalls: 1 }, { passed: false, extra: 'x y' }],
  ['a mismatched call is not extra', 'a1', 'a2', { extraToolCalls: 0 }, { passed: false, extra: '' }],
  ['names alone under ignore', 'a1', 'a2', { arguments: 'ignore' }, { passed: true, mismatches: 0 }],
  ['empty arguments are literal under exact', 'a', 'a1', { arguments: 'exact' }, { passed: false, mismatches: 1 }],
])('%s', (_, expected, actual, over, told) => {
  expect(tell(matchCalls(calls(expected), calls(actual), options(over)))).toMatchObject(told);
});

test('an expectation may compare its arguments in its own way', () => {
  const [expected] = calls('a1');
  expect(
    matchCalls([{ ...expected!, matching: 'ignore' as const }], calls('a2'), options({ arguments: 'exact' })).passed,
  ).toBe(true);
});

/** Pseudo-random numbers that are the same in every run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; state = (state * 48_271) % 2_147_483_647) yield state;
}

describe('for any lists of calls', () => {
  const random = numbers(7);
  const below = (limit: number) => random.next().value! % limit;
  const list = () =>
    calls(Array.from({ length: below(6) }, () => 'abc'[below(3)]! + (below(2) ? below(3) : '')).join(' '));
  const samples = Array.from({ length: 500 }, () => ({
    expected: list(),
    actual: list(),
    over: options({
      toolCallOrder: (['any', 'in-order', 'exact'] as const)[below(3)]!,
      arguments: (['partial', 'exact', 'ignore'] as const)[below(3)]!,
    }),
  }));

  test('every expectation is met, missing or mismatched, and every call is used once or extra', () => {
    for (const { expected, actual, over } of samples) {
      const { missing, extra, mismatches } = matchCalls(expected, actual, over);
      const met = expected.length - missing.length - mismatches.length;
      expect(met).toBeGreaterThanOrEqual(0);
      expect(met + mismatches.length + extra.length).toBe(actual.length);
    }
  });

  test('a pass in exact positions is a pass in order, and a pass in order is a pass under any', () => {
    for (const { actual, over } of samples) {
      const expected = actual.filter(() => below(2) === 1);
      expect(matchCalls(expected, actual, { ...over, toolCallOrder: 'in-order', arguments: 'exact' }).passed).toBe(
        true,
      );
      expect(matchCalls(expected, actual, { ...over, toolCallOrder: 'any', arguments: 'exact' }).passed).toBe(true);
      expect(matchCalls(actual, actual, { ...over, toolCallOrder: 'exact', extraToolCalls: 0 }).passed).toBe(true);
    }
  });

  test('a larger allowance for extra calls never turns a pass into a failure', () => {
    for (const { expected, actual, over } of samples) {
      const at = (extraToolCalls: number | 'unlimited') =>
        matchCalls(expected, actual, { ...over, extraToolCalls }).passed;
      const passes = [at(0), at(2), at('unlimited')].map(Number);
      expect(passes).toEqual(passes.toSorted((a, b) => a - b));
    }
  });
});
