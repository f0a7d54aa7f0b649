import { caseFacts } from '../../test/sides.ts';
import { measuredPassRate, standardisedCounts } from './pass-rates.ts';

const shared = (...cases: [was: [passed: number, failed: number], is: [passed: number, failed: number]][]) =>
  cases.map(([was, is], i) => ({
    key: String(i),
    base: caseFacts(String(i), ...was),
    compare: caseFacts(String(i), ...is),
  }));
const same = (cases: number, passed: number, failed: number) =>
  shared(
    ...Array.from(
      { length: cases },
      () =>
        [
          [passed, failed],
          [passed, failed],
        ] as [[number, number], [number, number]],
    ),
  );

test.each([3, 5, 6, 7, 10, 11, 49, 97])(
  'of %d cases with equal numbers of trials the counts are the plain sums',
  (cases) => {
    expect(standardisedCounts(same(cases, 1, 0))).toEqual({
      old: { passed: cases, trials: cases },
      now: { passed: cases, trials: cases },
    });
    expect(standardisedCounts(same(cases, 2, 1)).old).toEqual({ passed: 2 * cases, trials: 3 * cases });
  },
);

test.each([1, 2, 3, 4, 5, 6, 7])(
  'when all passed or all failed the rate is exact, also with uneven trials (%d)',
  (more) => {
    const uneven = (passed: boolean) =>
      shared(
        ...Array.from({ length: 7 }, (_, i) => {
          const trials = 1 + ((i * more) % 5);
          return [passed ? [trials, 0] : [0, trials], passed ? [trials + i, 0] : [0, trials + i]] as [
            [number, number],
            [number, number],
          ];
        }),
      );
    expect(measuredPassRate(standardisedCounts(uneven(true)).now)).toMatchObject({ rate: 1, interval: { upper: 1 } });
    expect(measuredPassRate(standardisedCounts(uneven(false)).now)).toMatchObject({ rate: 0, interval: { lower: 0 } });
  },
);
