import { IterationFinished } from '@assay/contract/gen/assay/v1/events';
import { transaction, type Pool, type Tx } from '@assay/kit/db';
import { publish } from '@assay/kit/outbox';
import { keepLateEvidence, lockIterations, releaseIterations, settleIterations, type Settlement } from '../store/iterations.ts';
import { addToTally, lockRuns, type Tally } from '../store/runs.ts';
import { insertParts, type TracePart } from '../store/traces.ts';
import { RUNS } from '../topics.ts';
import { decide } from './decide.ts';
import { concludeRun } from './end-run.ts';

export type End = Settlement & { runId: string; parts: TracePart[] };

/**
 * Stores many iterations' ends at once, counts them, and concludes each run whose last one this was. An end that comes
 * under an old fence, or after the iteration was settled, changes nothing; one that a runner broke off goes back to the queue; answers the ids of those that counted.
 */
export async function settle(pool: Pool, ends: End[], now: Date): Promise<Set<string>> {
  return transaction(pool, async (tx) => {
    await lockRuns(tx, [...new Set(ends.map(({ runId }) => runId))]);
    await lockIterations(tx, ends.map(({ id }) => id));
    const [given, ended] = [ends.filter(({ status }) => status === 'cancelled'), ends.filter(({ status }) => status !== 'cancelled')];
    await releaseIterations(tx, given);
    const settled = new Set(await settleIterations(tx, ended));
    await keepLateEvidence(tx, ends.filter(({ id }) => !settled.has(id)));
    await insertParts(tx, ends.flatMap(({ parts }) => parts));
    const counted = ends.filter(({ id }) => settled.has(id));
    await publish(tx, ...counted.map((end) => finished(end, now)));
    for (const tally of tallies(counted)) await count(tx, tally);
    return settled;
  });
}

async function count(tx: Tx, tally: Tally): Promise<void> {
  const run = await addToTally(tx, tally);
  if (!run || run.finished < run.total) return;
  await concludeRun(tx, run.id, await decide(tx, run));
}

/** A trial that did not complete counts against the server's pass rate, as an unfinished answer is no pass. */
function tallies(ends: End[]): Tally[] {
  const byRun = Map.groupBy(ends, ({ runId }) => runId);
  return [...byRun].map(([runId, of]) => {
    const passed = of.filter(({ result }) => result === 'passed').length;
    return { runId, finished: of.length, passed, failed: of.length - passed };
  });
}

function finished({ id, runId, status, result }: End, now: Date) {
  const value = IterationFinished.encode({ iterationId: id, runId, status, result: result ?? '', finishedAtMs: now.getTime() }).finish();
  return { topic: RUNS, key: runId, id: `${id}.finished`, type: 'assay.v1.IterationFinished', value };
}
