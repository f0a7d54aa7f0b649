import { boundsOf, coresFor, demands, SLOTS, type ClosedLoad } from './demands.ts';
import { simulate } from './simulate.ts';

/** Runners whose tool takes 200 ms, over a Postgres of two cores; there are enough of the other processes. */
const runners = (count: number): ClosedLoad => ({
  slots: count * SLOTS,
  thinkMs: 200,
  demands: demands.iteration,
  cores: { Postgres: 2 },
});
const saturated = boundsOf(runners(1)).saturatedSlots / SLOTS;

test('the cores that a rate needs are its processor time per second', () => {
  expect(coresFor(10_000, demands.read)).toEqual({
    gateway: expect.closeTo(4.6),
    catalog: expect.closeTo(0.2),
    runs: expect.closeTo(2.8),
    Postgres: expect.closeTo(1),
  });
});

test('Postgres is the first part that saturates, and later with more cores', () => {
  expect(boundsOf(runners(1))).toMatchObject({ first: 'Postgres', perSecond: expect.closeTo(38.9, 1) });
  expect(boundsOf({ ...runners(1), cores: { Postgres: 4 } }).saturatedSlots / SLOTS).toBeCloseTo(2 * saturated);
  expect(boundsOf({ ...runners(1), cores: { Postgres: 2, runs: 2 } }).first).toBe('runs');
});

test.each([
  ['half as many runners leave Postgres half idle', 0.5, 0.5],
  ['twice as many keep all its cores busy', 2, 1],
])('%s, as the bounds say', (_, of, busy) => {
  const load = runners(Math.round(of * saturated));
  const simulated = simulate(load, 20_000);
  expect(simulated.perSecond / boundsOf(load).perSecond).toBeCloseTo(1, 1);
  expect(simulated.busy.Postgres).toBeCloseTo(busy, 1);
});

test('at the saturation point the rate is below the bound, because requests wait for each other', () => {
  const load = runners(Math.round(saturated));
  const ratio = simulate(load, 20_000).perSecond / boundsOf(load).perSecond;
  expect(ratio).toBeGreaterThan(0.9);
  expect(ratio).toBeLessThan(1);
});

test('one core with one slot takes as long as its demands', () => {
  const alone = simulate({ slots: 1, thinkMs: 10, demands: { runs: 5 }, cores: { runs: 1 } }, 400_000);
  expect(alone.responseMs / 5).toBeCloseTo(1, 1);
  expect(alone.perSecond / (1_000 / 15)).toBeCloseTo(1, 1);
});
