import { activity } from '@assay/kit/concurrency/activity';
import { waitUntil } from '@assay/testkit/until';
import { RunnerOnDemand } from './runner-on-demand.ts';

const LOOK_MS = 5;
let isUnused: boolean;
let started: number;
let running: number;
let onDemand: RunnerOnDemand;

beforeEach(() => {
  isUnused = false;
  started = running = 0;
  onDemand = new RunnerOnDemand(() => isUnused, LOOK_MS);
});
afterEach(() => onDemand.stop());

const offer = () =>
  onDemand.offer(['browser'], () => {
    started++;
    running++;
    return {
      stop: async () => {
        running--;
      },
    };
  });

test('a runner starts with the first call, and calls at the same time share it', async () => {
  offer();
  expect(await onDemand.labels).toEqual(['browser']);
  expect(started).toBe(0);
  const calls = [onDemand.run(), onDemand.run()];
  expect([started, running]).toEqual([1, 1]);
  isUnused = true;
  await Promise.all(calls);
  expect([started, running]).toEqual([1, 0]);
});

test('a runner that ended because it was unused starts again with the next call', async () => {
  offer();
  isUnused = true;
  await onDemand.run();
  isUnused = false;
  void onDemand.run();
  await waitUntil(() => running === 1);
  expect(started).toBe(2);
});

test('a write of a client starts the runner, a read does not', async () => {
  offer();
  activity.note();
  expect(started).toBe(0);
  activity.noteWrite();
  expect(started).toBe(1);
});

test('a stop ends the runner, and none starts after it', async () => {
  offer();
  const call = onDemand.run();
  await onDemand.stop();
  await call;
  await onDemand.run();
  activity.noteWrite();
  expect([started, running]).toEqual([1, 0]);
});
