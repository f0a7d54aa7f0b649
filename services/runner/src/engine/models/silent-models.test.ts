import { SilentModels } from './silent-models.ts';

const USUAL = 120_000;

test('a silent model gets less time and no second call in its run until it says a word', () => {
  const models = new SilentModels();
  const [one, other] = [models.of('acme/a', 'run_1', USUAL), models.of('acme/a', 'run_1', USUAL)];
  expect([one.silent(), other.silent(), one.silent()]).toEqual([true, false, false]);
  expect([one.ms, other.ms]).toEqual([30_000, 30_000]);
  other.heard();
  expect([one.ms, one.silent()]).toEqual([USUAL, true]);
});

test('other runs and other models keep their limit', () => {
  const models = new SilentModels();
  models.of('acme/a', 'run_1', USUAL).silent();
  expect([models.of('acme/a', 'run_2', USUAL).ms, models.of('acme/b', 'run_1', USUAL).ms]).toEqual([USUAL, USUAL]);
});

test('a short limit becomes no shorter', () => {
  const limit = new SilentModels().of('acme/a', 'run_1', 1_000);
  limit.silent();
  expect(limit.ms).toBe(1_000);
});
