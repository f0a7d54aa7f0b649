import { paceOf, priceOf } from './launch-price.ts';

const model = (id: string, usd: number) => ({
  model: id,
  id,
  source: 'hosted' as const,
  pricing: { inputUsdPerMillion: usd, outputUsdPerMillion: usd },
});
const trials = (...models: (string | null)[]) => models.map((each) => ({ model: each }));
const costs = [{ model: 'a', mean: 1_000_000, dearest: 3_000_000 }];

test.each([
  ['trials without a model', trials(null), [], { usualUsd: 0, dearestUsd: 0 }],
  ['a model that costs nothing', trials('free'), [model('free', 0)], { usualUsd: 0, dearestUsd: 0 }],
  ['known trials', trials('a', 'a', null), [model('a', 1)], { usualUsd: 2, dearestUsd: 6 }],
  [
    'a model that no trial used',
    trials('a', 'b'),
    [model('a', 1), model('b', 1)],
    { usualUsd: null, dearestUsd: null },
  ],
])('the price of %s', (_, iterations, models, price) => expect(priceOf(iterations, models, costs)).toEqual(price));

test('duration and tokens follow the pace of earlier runs, and are unknown without one', () => {
  const pace = { durationMs: 1_000, trials: 10, tokens: 500, costs };
  expect(paceOf(20, pace)).toEqual({ expectedDurationMs: 2_000, expectedTokens: 1_000 });
  expect(paceOf(20, { ...pace, trials: 0 })).toEqual({ expectedDurationMs: null, expectedTokens: null });
});
