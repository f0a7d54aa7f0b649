import { IterationFinished } from '@assay/contract/gen/assay/v1/events';
import { isUnavailable, transaction, type Pool, type Tx } from '@assay/kit/db';
import type { Logger } from '@assay/kit/log';
import { publish } from '@assay/kit/outbox';
import { keepLateEvidence, lockIterations, releaseIterations, settleIterations, type Settlement } from '../store/iterations.ts';
import { addToTally, lockRuns, type Tally } from '../store/runs.ts';
import { insertParts, type TracePart } from '../store/traces.ts';
import { RUNS } from '../topics.ts';
import { decide } from './decide.ts';
import { concludeRun } from './end-run.ts';

export type End = Settlement & { runId: string; parts: TracePart[] };

/**
 * Stores many iterations' ends run by run, so that a run whose ends cannot be stored holds up no other: it is logged. Answers the
 * ids of those that counted.
 */
export async function settle(pool: Pool, log: Logger, ends: End[], now: Date): Promise<Set<string>> {
  const settled = new Set<string>();
  for (const [runId, of] of Map.groupBy(ends, (end) => end.runId)) {
    try {
      for (const id of await settleOf(pool, runId, of, now)) settled.add(id);
    } catch (error) {
      // Whoever reports then tries all of it again.
      if (isUnavailable(error)) throw error;
      log.error({ err: error, runId, iterations: of.length }, 'what became of iterations could not be stored');
    }
  }
  return settled;
}

/**
 * Stores the ends of a run's iterations at once, counts them, and concludes the run when its last one was among them. An end that
 * comes under an old fence, or after the iteration was settled, changes nothing; one that a runner broke off goes back to the queue.
 */
function settleOf(pool: Pool, runId: string, ends: End[], now: Date): Promise<Set<string>> {
  return transaction(pool, async (tx) => {
    await lockRuns(tx, [runId]);
    await lockIterations(tx, ends.map(({ id }) => id));
    const [given, ended] = [ends.filter(({ status }) => status === 'cancelled'), ends.filter(({ status }) => status !== 'cancelled')];
    await releaseIterations(tx, given);
    const settled = new Set(await settleIterations(tx, ended));
    await keepLateEvidence(tx, ends.filter(({ id }) => !settled.has(id)));
    await insertParts(tx, ends.flatMap(({ parts }) => parts));
    const counted = ends.filter(({ id }) => settled.has(id));
    await publish(tx, ...counted.map((end) => finished(end, now)));
    if (counted.length > 0) await count(tx, tallyOf(runId, counted));
    return settled;
  });
}

async function count(tx: Tx, tally: Tally): Promise<void> {
  const run = await addToTally(tx, tally);
  if (!run || run.finished < run.total) return;
  await concludeRun(tx, run.id, await decide(tx, run));
}

/** A trial that did not complete counts against the server's pass rate, as an unfinished answer is no pass. */
function tallyOf(runId: string, ends: End[]): Tally {
  const passed = ends.filter(({ result }) => result === 'passed').length;
  return { runId, finished: ends.length, passed, failed: ends.length - passed };
}

function finished({ id, runId, status, result }: End, now: Date) {
  const value = IterationFinished.encode({ iterationId: id, runId, status, result: result ?? '', finishedAtMs: now.getTime() }).finish();
  return { topic: RUNS, key: runId, id: `${id}.finished`, type: 'assay.v1.IterationFinished', value };
}
