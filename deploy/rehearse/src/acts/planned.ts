import { setTimeout as delay } from 'node:timers/promises';
import { newestRelease } from '../../../check/releases/release-folder.ts';
import type { Act } from '../act.ts';
import { PARTS, TODAY } from '../cluster/parts.ts';

/** The pause between two evictions of a drain, in milliseconds: a budget allows the second one when another pod is ready. */
const BETWEEN_MS = 3_000;
const SCALED = 3;
const withoutRelease = (await newestRelease()) ? undefined : 'there is no release yet';
const NOTHING_LOST = 'No request fails and no trial is lost.';

/** Acts of an operator who follows the documentation. */
export const plannedActs: Act[] = [
  {
    name: 'install',
    stage: 'pods',
    promise: `The migrations and every process start on an empty Postgres. ${NOTHING_LOST}`,
    play: async ({ openedSeconds }) => ({
      done: `installed and answered in ${openedSeconds} s`,
      beganAt: performance.now(),
    }),
  },
  {
    name: 'drain',
    stage: 'pods',
    promise: `A node with both pods of every part is drained. ${NOTHING_LOST}`,
    play: async ({ cluster: { add, pods } }) => {
      for (const part of PARTS) await add(part);
      const beganAt = performance.now();
      const leaving: Promise<void>[] = [];
      for (const part of PARTS) {
        const [first, second] = pods.of(part);
        leaving.push(pods.evict(first!));
        pods.list(await pods.start(part));
        await delay(BETWEEN_MS);
        leaving.push(pods.evict(second!));
      }
      await Promise.all(leaving);
      return { done: `evicted ${leaving.length} pods`, beganAt };
    },
  },
  {
    name: 'upgrade',
    stage: 'released',
    impossible: withoutRelease,
    promise: `From the newest release to today's code: migrations run while its pods serve, then every pod is replaced. ${NOTHING_LOST}`,
    play: async ({ cluster }) => {
      const beganAt = performance.now();
      cluster.root = TODAY;
      const { code, log } = await cluster.migrate();
      await cluster.replace(PARTS);
      return {
        done: `migrated, replaced ${PARTS.length} pods`,
        beganAt,
        faults: code === 0 ? [] : [`the migrations ended with ${code}: ${log.at(-1)}`],
      };
    },
  },
  {
    name: 'rollback',
    stage: 'released',
    impossible: withoutRelease,
    promise: `Every pod is replaced by one of the newest release, on today's schema. ${NOTHING_LOST}`,
    play: async ({ cluster, tools }) => {
      const beganAt = performance.now();
      cluster.root = tools.released!;
      await cluster.replace(PARTS);
      return { done: `replaced ${PARTS.length} pods`, beganAt };
    },
  },
  {
    name: 'scale',
    stage: 'pods',
    promise: `Runners, gateways and suites are scaled out and in again. ${NOTHING_LOST}`,
    play: async ({ cluster: { pods } }) => {
      const beganAt = performance.now();
      const leaving: Promise<void>[] = [];
      for (const part of ['runner', 'gateway', 'suites'] as const) {
        for (let count = 1; count < SCALED; count++) pods.list(await pods.start(part));
        for (const pod of pods.of(part).slice(1)) leaving.push(pods.evict(pod));
      }
      await Promise.all(leaving);
      return { done: `from 1 to ${SCALED} pods and back`, beganAt };
    },
  },
];
