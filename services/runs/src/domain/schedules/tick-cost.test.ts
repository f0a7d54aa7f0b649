import { monthOf, tickOf } from './tick-cost.ts';

const refusal = { code: 'CONFLICT', message: 'The suite has no case.' };

test('a tick costs what the launch is expected to, and 30 days as often as it comes due', () => {
  const target = {
    target: {},
    iterations: 83,
    price: { usualUsd: 0.5, dearestUsd: null },
    expectedDurationMs: 18_000,
    expectedTokens: null,
  };
  const tick = tickOf({ targets: [target] });
  expect(tick).toEqual({
    trials: 83,
    price: target.price,
    expectedDurationMs: 18_000,
    expectedTokens: null,
  });
  expect(monthOf(tick, 30)).toEqual({
    ticks: 30,
    trials: 2_490,
    expectedDurationMs: 540_000,
    expectedTokens: null,
    usualUsd: 15,
  });
});

test('a tick whose launch would be refused says why, and costs nothing that is known', () => {
  const tick = tickOf({ targets: [{ target: {}, refusal }] });
  expect(tick).toEqual({ refusal });
  expect(monthOf(tick, 30)).toMatchObject({ ticks: 30, trials: null, usualUsd: null });
});
