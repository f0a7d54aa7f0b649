import type { MetSurface } from '@assay/mesh/gen/assay/v1/iterations';
import type { RunStopped } from '@assay/contract/areas/eval-runs/documents';
import { isUnavailable, transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { outageIn, type OutageWords } from '@assay/kit/outage-log';
import type { TracePart } from '@assay/transcripts/trace-parts';
import { outcomeOf, tallyOf } from '../../domain/eval-runs/tallies/tally.ts';
import { trialsFinished } from '../eval-runs/metrics.ts';
import { releaseIterations } from '../../store/work/leases.ts';
import { addToTally } from '../../store/eval-runs/run-life.ts';
import type { FrozenRun, FrozenRuns } from '../../store/eval-runs/frozen-runs.ts';
import {
  endOpenIterations,
  findFailingModel,
  keepLateEvidence,
  lockForEnds,
  settleIterations,
  type Settlement,
} from '../../store/work/settlements.ts';
import { insertScreenshots, type IterationScreenshot } from '../../store/iterations/screenshots.ts';
import { insertRunSurfaces } from '../../store/eval-runs/run-surfaces.ts';
import { insertParts } from '../../store/iterations/traces.ts';
import { concludeRun } from '../eval-runs/conclude-run.ts';
import { finishRun } from '../eval-runs/finish-run.ts';
import { skipSettled } from './skip-settled.ts';

/** `stop` says that the whole run cannot go on. */
export type IterationEnd = Settlement & {
  runId: string;
  parts: TracePart[];
  screenshots: IterationScreenshot[];
  surfaces: MetSurface[];
  stop?: RunStopped;
};

/** A run stops when this many trials of one model in a row failed because of its provider. */
const MAX_PROVIDER_FAILURES = 3;

const UNSTORED: OutageWords = {
  began: 'ends of iterations could not be stored',
  over: 'ends of iterations are stored again',
  level: 'error',
  // The ends of other runs are stored meanwhile.
  quietMs: 60_000,
};

/** The dependencies of settling reports. */
export interface SettlementDeps {
  pool: Pool;
  log: Logger;
  frozen: FrozenRuns;
}

/**
 * Stores the ends of iterations run by run, so that a run whose ends cannot be stored holds up no other; that failure
 * is logged. Answers the ids of the ends that counted and of the iterations that went back to the queue.
 */
export async function settleReportedIterations(
  { pool, log, frozen }: SettlementDeps,
  ends: IterationEnd[],
): Promise<Set<string>> {
  const settled = new Set<string>();
  const outage = outageIn(log, UNSTORED);
  let failures = 0;
  for (const [runId, of] of Map.groupBy(ends, (end) => end.runId)) {
    try {
      const { counted, released } = await settleOf(pool, await frozen.find(runId), runId, of);
      for (const end of counted) trialsFinished.add(1, { outcome: outcomeOf(end) });
      for (const id of [...counted.map((end) => end.id), ...released]) settled.add(id);
    } catch (error) {
      // The runner then reports all of it again.
      if (isUnavailable(error)) throw error;
      failures++;
      outage.began(error, { runId, iterations: of.length });
    }
  }
  if (failures === 0) outage.over();
  return settled;
}

/**
 * Stores the ends of a run's iterations at once, counts them, and ends the run when its last one was among them or when
 * it cannot go on. An end under an old fence, or of a settled iteration, changes nothing; an iteration that its runner
 * broke off goes back to the queue. Answers the ends that counted, and the ids of the iterations that went back.
 */
function settleOf(
  pool: Pool,
  frozen: FrozenRun | undefined,
  runId: string,
  ends: IterationEnd[],
): Promise<{ counted: IterationEnd[]; released: string[] }> {
  return transaction(pool, async (tx) => {
    const ids = ends.map(({ id }) => id);
    const [given, ended] = [
      ends.filter(({ status }) => status === 'cancelled'),
      ends.filter(({ status }) => status !== 'cancelled'),
    ];
    const [isThere, released, settledIds] = await Promise.all([
      lockForEnds(tx, runId, ids, ends.some(mayStop)),
      releaseIterations(tx, given),
      settleIterations(tx, runId, ended),
      insertParts(
        tx,
        ends.flatMap(({ parts }) => parts),
      ),
      insertScreenshots(
        tx,
        ends.flatMap(({ screenshots }) => screenshots),
      ),
    ]);
    const settled = new Set(settledIds);
    await keepLateEvidence(
      tx,
      ends.filter(({ id }) => !settled.has(id)),
    );
    const counted = ends.filter(({ id }) => settled.has(id));
    if (isThere)
      await insertRunSurfaces(
        tx,
        runId,
        counted.flatMap(({ surfaces }) => surfaces),
      );
    if (isThere && frozen && counted.length > 0) await count(tx, runId, counted, frozen);
    return { counted, released };
  });
}

/** Whether an end may be the end of the whole run. */
const mayStop = ({ stop, blame }: IterationEnd): boolean => stop !== undefined || blame === 'provider';

/** The reason to stop a run one of whose models has a provider that fails again and again. */
async function findFailingProvider(tx: Tx, runId: string, ends: IterationEnd[]): Promise<RunStopped | undefined> {
  const ids = ends.filter(({ blame }) => blame === 'provider').map(({ id }) => id);
  const failing = await findFailingModel(tx, runId, ids, MAX_PROVIDER_FAILURES);
  return (
    failing && {
      code: 'PROVIDER_UNAVAILABLE',
      message:
        `${MAX_PROVIDER_FAILURES} trials in a row failed because of the provider of "${failing.model}". ${failing.errorMessage ?? ''}`.trim(),
    }
  );
}

async function count(tx: Tx, runId: string, ends: IterationEnd[], { spec }: FrozenRun): Promise<void> {
  const stop =
    ends.find((end) => end.stop)?.stop ?? (ends.some(mayStop) ? await findFailingProvider(tx, runId, ends) : undefined);
  // Iterations that need not or cannot begin any more are skipped.
  const leftOut = stop
    ? await endOpenIterations(tx, runId, { status: 'skipped', code: stop.code, message: stop.message })
    : await skipSettled(
        tx,
        runId,
        ends.map(({ id }) => id),
        spec,
      );
  const run = await addToTally(tx, runId, tallyOf(ends, leftOut));
  if (!run) return;
  if (stop)
    await concludeRun(tx, runId, {
      status: 'failed',
      result: null,
      stop,
      undecidedDetail: stop.message,
    });
  else if (run.isFinished) await finishRun(tx, run);
}
