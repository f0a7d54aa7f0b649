import { SingleFlight } from '@assay/kit/concurrency/single-flight';
import type { Pool } from '@assay/kit/postgres/db';
import { addedFacts, type StageFacts } from '../../domain/analysis/stage-analytics.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import type { FinishedRun } from '../../store/analysis/stage-facts.ts';
import { computeRunSums, listRunSums, storeRunSums, type RunSums } from '../../store/analysis/run-sums.ts';
import { computeRest, listPieces, replacePieces } from '../../store/analysis/sum-pieces.ts';

/** While a run goes on, at most this many of its iterations are summed up: about 0.3 s of Postgres. */
const NEWEST = 10_000;
/** At most this many iterations are summed up for one answer about a suite: about two seconds of work. */
const MAX_COMPUTED = 50_000;

/** Large runs take seconds, and the pages of a console ask several times. */
const underWay = new SingleFlight<unknown>();

/**
 * Sums over a run's iterations: of a run that is over, computed at the first read and stored; while it goes on, of the
 * iterations that ended last. Undefined when the run is gone.
 */
export async function runSums<K extends keyof RunSums>(
  pool: Pool,
  { id, completedAt }: Pick<Run, 'id' | 'completedAt'>,
  kind: K,
): Promise<RunSums[K] | undefined> {
  if (!completedAt) return once(`${id} ${kind} so far`, () => computeRunSums(pool, id, kind, NEWEST));
  return (await listRunSums(pool, [id], kind)).get(id) ?? computedOnce(pool, id, kind);
}

const computedOnce = <K extends keyof RunSums>(pool: Pool, runId: string, kind: K): Promise<RunSums[K] | undefined> =>
  once(`${runId} ${kind}`, () => computing[kind](pool, runId));

const computing: { [K in keyof RunSums]: (pool: Pool, runId: string) => Promise<RunSums[K] | undefined> } = {
  stages: stageSums,
  servers: (pool, runId) => storeRunSums(pool, runId, 'servers'),
  routes: (pool, runId) => storeRunSums(pool, runId, 'routes'),
};

/** Of a large run, most of the sums were stored while it went on. */
async function stageSums(pool: Pool, runId: string): Promise<StageFacts | undefined> {
  const pieces = await listPieces(pool, runId);
  if (pieces.length === 0) return storeRunSums(pool, runId, 'stages');
  const facts = addedFacts([...pieces, await computeRest(pool, runId, pieces.length)]);
  await replacePieces(pool, runId, facts);
  return facts;
}

const once = <T>(key: string, compute: () => Promise<T>): Promise<T> => underWay.run(key, compute) as Promise<T>;

/**
 * The stage facts of a suite's finished runs, the newest first: at most as many that are not stored yet as are computed
 * in about two seconds, the newest in any case. The next read tells the rest.
 */
export async function suiteStageFacts(
  pool: Pool,
  newest: FinishedRun[],
): Promise<{ run: FinishedRun; facts: StageFacts }[]> {
  const stored = await listRunSums(
    pool,
    newest.map(({ id }) => id),
    'stages',
  );
  const told: { run: FinishedRun; facts: StageFacts }[] = [];
  let iterations = 0;
  for (const run of newest) {
    let facts = stored.get(run.id);
    if (!facts) {
      if (iterations > 0 && iterations + run.total > MAX_COMPUTED) break;
      iterations += run.total;
      facts = await computedOnce(pool, run.id, 'stages');
    }
    if (facts) told.push({ run, facts });
  }
  return told;
}
