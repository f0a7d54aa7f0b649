import { operations } from '@assay/contract/operations';
import { WorkService } from '@assay/mesh/gen/assay/v1/work';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import { dial } from '@assay/kit/rpc/client';
import { waitUntil } from '@assay/testkit/until';
import { watchWork } from '@assay/work/service/work-watchdog';
import { startRuns } from '../../src/app.ts';
import { endOverdueRuns } from '../../src/background/watchdog.ts';
import { RunFollowers } from '../../src/flows/eval-runs/run-followers.ts';
import { runsWork } from '../../src/flows/work/runs-work.ts';
import { FrozenRuns } from '../../src/store/eval-runs/frozen-runs.ts';
import { askFor, echoCase, heldItem, silentLog, echoTranscript, type RunsFixture, type HeldItem } from './harness.ts';

let suites = 0;

export interface WantedRun {
  cases?: FrozenCase[] | number;
  minimumAccuracy?: number;
  body?: object;
}

/** Helpers that start runs and lease their iterations. */
export function runBench(runs: () => RunsFixture) {
  /** Starts a run of this number of echo cases, or of the given cases. */
  const start = async ({ cases = 1, minimumAccuracy = 100, body = {} }: WantedRun = {}): Promise<string> => {
    const suiteId = `bench${++suites}`;
    runs().world.suites.set(suiteId, {
      cases: typeof cases === 'number' ? Array.from({ length: cases }, (_, i) => echoCase(`c${i}`)) : cases,
      suite: { minimumAccuracy },
    });
    return (await runs().call(operations.createEvalRun, {}, { suiteId, ...body })).runId;
  };
  /** Leases all available iterations of a run. */
  const take = async (runId: string, runnerId = 'r1'): Promise<HeldItem[]> =>
    (await runs().lease(runnerId)).filter((item) => item.runId === runId);
  /** A run whose iterations are all leased to runner `r1`. */
  const leased = async (wanted: WantedRun = {}): Promise<{ runId: string; items: HeldItem[] }> => {
    const runId = await start(wanted);
    return { runId, items: await take(runId) };
  };
  return {
    start,
    take,
    leased,
    read: (runId: string) => runs().call(operations.getEvalRun, { runId }),
    cancel: (runId: string) => runs().call(operations.cancelEvalRun, { runId }),
    iterations: async (runId: string) =>
      (await runs().call(operations.listEvalRunIterations, { runId }, { limit: 200 })).items,
    expire: (items: HeldItem[]) =>
      runs().db.pool.query(`update iterations set lease_until = now() - interval '1 s' where id = any($1)`, [
        items.map(({ iterationId }) => iterationId),
      ]),
  };
}

/** The transcript of a correct answer. */
export const correctAnswer = (item: HeldItem) => echoTranscript((JSON.parse(item.case.toString()) as FrozenCase).id);

/** Leases as a runner with labels, or as one of a single organization. */
export const leaseAs = async (
  runs: RunsFixture,
  asked: { labels?: string[]; organizationId?: string; projectId?: string; freeSlots?: number },
): Promise<HeldItem[]> => {
  const { labels = [], freeSlots = 100, ...whose } = asked;
  return (
    await runs.asRunner.call(
      WorkService.lease,
      { ...askFor, labels, freeSlots },
      { caller: { requestId: 'x', service: 'runner', ...whose } },
    )
  ).items.map(heldItem);
};

/** One pass of every watchdog. */
export async function watchAll(runs: RunsFixture): Promise<void> {
  const { pool } = runs.db;
  const deps = {
    pool,
    log: silentLog,
    frozen: new FrozenRuns(pool),
    followers: new RunFollowers(async () => new Map()),
    work: new WakeUp(),
    leaseMs: 15_000,
    catalog: dial(runs.config.catalogAddress, runs.config.meshSecret, 'runs'),
    environments: dial(runs.config.environmentsAddress, runs.config.meshSecret, 'runs'),
    swarms: dial(runs.config.swarmsAddress, runs.config.meshSecret, 'runs'),
  };
  await endOverdueRuns(pool, silentLog);
  await watchWork(runsWork(deps), silentLog);
  deps.catalog.close();
  deps.environments.close();
}

/**
 * Makes the calls, nine at a time: a service has ten connections, and a request that waits too long for one is refused.
 */
export async function nineAtATime<T>(calls: (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const answers: PromiseSettledResult<T>[] = [];
  const left = calls.values();
  const lane = async () => {
    for (const call of left) answers.push(...(await Promise.allSettled([call()])));
  };
  await Promise.all(Array.from({ length: 9 }, lane));
  return answers;
}

/** A second replica on the same database. */
export async function startReplica(runs: RunsFixture) {
  const running = await startRuns(runs.config, silentLog);
  const channel = dial(running.address, runs.config.meshSecret, 'runner');
  return {
    channel,
    close: async () => {
      channel.close();
      await running.stop();
    },
  };
}

/** The number of published ends of a run, after its outbox is empty. */
export async function publishedEnds({ bus, db }: RunsFixture, runId: string): Promise<number> {
  const eventId = `${runId}.RunFinished`;
  await waitUntil(
    async () => (await db.pool.query('select from outbox where event_id = $1', [eventId])).rowCount === 0,
  );
  return (await bus.pool.query('select from messages where event_id = $1', [eventId])).rowCount!;
}
