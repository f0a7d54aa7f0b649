import { moved, shareOf, wholeTime, zoomed } from './time-window.ts';

const whole = { fromMs: 0, toMs: 100 };

test('the whole time lasts from the first span to the last one', () => {
  expect(
    wholeTime([
      { startMs: 5, endMs: 9 },
      { startMs: 1, endMs: 4 },
    ]),
  ).toEqual({ fromMs: 1, toMs: 9 });
  expect(wholeTime([])).toEqual({ fromMs: 0, toMs: 1 });
  expect(wholeTime([{ startMs: 3, endMs: 3 }])).toEqual({ fromMs: 3, toMs: 4 });
});

test('zooming keeps the time that it is around, and stays within the whole', () => {
  const near = zoomed(whole, whole, 0.5, 40);
  expect(near).toEqual({ fromMs: 20, toMs: 70 });
  expect(shareOf(near, 40)).toBe(0.4);
  expect(zoomed(near, whole, 10, 40)).toEqual(whole);
  expect(zoomed(whole, whole, 1e-9, 100)).toEqual({ fromMs: 99, toMs: 100 });
});

test('a moved window stays within the whole', () => {
  expect(moved({ fromMs: 20, toMs: 40 }, whole, -0.5)).toEqual({ fromMs: 10, toMs: 30 });
  expect(moved({ fromMs: 70, toMs: 90 }, whole, 1)).toEqual({ fromMs: 80, toMs: 100 });
});
