import { SourceOutages } from './source-outages.ts';

test('a failed source is skipped for half a minute, or until it is back', () => {
  let now = 0;
  const outages = new SourceOutages<object>(() => now);
  const [one, another] = [{}, {}];
  const after = (ms: number) => {
    now = ms;
    return [one, another].map((each) => outages.isOut(each));
  };
  outages.began(one);
  expect([after(0), after(29_999), after(30_000)]).toEqual([
    [true, false],
    [true, false],
    [false, false],
  ]);
  outages.began(another);
  expect(after(30_001)).toEqual([false, true]);
  outages.isBack(another);
  expect(after(30_002)).toEqual([false, false]);
});
