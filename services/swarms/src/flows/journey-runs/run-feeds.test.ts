import { setImmediate } from 'node:timers/promises';
import { mock } from 'node:test';
import { eventPositionOf } from '../../domain/journey-runs/run-events.ts';
import type { StoredRun } from '../../domain/journey-runs/run.ts';
import { RunFeeds } from './run-feeds.ts';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
afterEach(() => mock.timers.reset());

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 50) {
    mock.timers.tick(Math.min(left, 50));
    await setImmediate();
  }
  await setImmediate();
}

/** Followers of a run whose `change` a test sets, and how often it was read. */
function fixture() {
  const run = { change: 1 };
  const reads = { runs: 0, pages: 0 };
  const feeds = new RunFeeds({
    readRun: async () => {
      reads.runs++;
      return { ...run } as StoredRun;
    },
    listChanged: async () => {
      reads.pages++;
      return [];
    },
  });
  const seen: number[][] = [];
  /** Follows as clients do: asks again with what it was told last. */
  const watch = async (ms: number) => {
    const told: number[] = [];
    seen.push(told);
    for (const until = Date.now() + ms; Date.now() < until;) {
      const change = await feeds.follow('jrun_1', until - Date.now(), async (moment) => {
        const now = (await moment.run)!;
        await moment.changedAfter(now, eventPositionOf(`${told.at(-1) ?? 1}.0.0`));
        return now.change > (told.at(-1) ?? 0) ? now.change : undefined;
      });
      if (change !== undefined) told.push(change);
    }
  };
  return { run, reads, feeds, seen, watch };
}

test('changes in quick succession are read once per pace, for all followers together', async () => {
  const { run, reads, feeds, seen, watch } = fixture();
  const watching = Array.from({ length: 100 }, () => watch(2_000));
  await pass(0);
  expect(reads).toEqual({ runs: 1, pages: 1 });
  for (let i = 0; i < 40; i++) {
    run.change++;
    feeds.wake('jrun_1');
    await pass(25);
  }
  await pass(1_000);
  await Promise.all(watching);
  expect(new Set(seen.map((told) => told.at(-1)))).toEqual(new Set([41]));
  // Of each moment at most two positions are asked for: where the followers were, and where it left them.
  expect(reads.runs).toBeLessThanOrEqual(5);
  expect(reads.pages).toBeLessThanOrEqual(2 * reads.runs);
});

test('without news a followed run is not read again, and another run wakes no follower', async () => {
  const { reads, feeds, watch } = fixture();
  const watching = watch(10_000);
  feeds.wake('jrun_2');
  await pass(10_000);
  await watching;
  expect(reads.runs).toBe(1);
});

test('a read that fails is repeated for the next follower, and stopping ends every wait', async () => {
  let isBroken = true;
  const feeds = new RunFeeds({
    readRun: async () => {
      if (isBroken) throw new Error('no database');
      return undefined;
    },
    listChanged: async () => [],
  });
  const look = () => feeds.follow('jrun_1', 60_000, async (moment) => ((await moment.run) ? true : undefined));
  await expect(look()).rejects.toThrow('no database');
  isBroken = false;
  const waiting = look();
  await pass(0);
  feeds.stop();
  await pass(0);
  expect(await waiting).toBeUndefined();
  expect(await look()).toBeUndefined();
});
