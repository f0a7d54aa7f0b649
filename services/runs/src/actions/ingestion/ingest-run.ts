import { NEVER_LEASED } from '../../domain/iterations/iteration.ts';
import { RunCreated } from '@assay/mesh/events';
import { conflict } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import type { AuditedChange } from '@assay/kit/audit/change';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { publish } from '@assay/kit/events/outbox';
import {
  placeIterations,
  type IngestedIteration,
  type PlacedIteration,
} from '../../domain/ingestion/place-iterations.ts';
import { isRunOver, missingIterations } from '../../domain/ingestion/progress.ts';
import { MAX_ITERATIONS } from '../../domain/eval-runs/plan.ts';
import type { Run, RunDetails } from '../../domain/eval-runs/run.ts';
import { tallyOf } from '../../domain/eval-runs/tallies/tally.ts';
import { insertCases } from '../../store/eval-runs/cases.ts';
import {
  countIterationsOfCases,
  insertIngestedIterations,
  noteOnlyModel,
} from '../../store/ingestion/ingested-iterations.ts';
import { findIngestedRun, findIngestedSoFar, releaseExternalId } from '../../store/ingestion/ingestion.ts';
import { addToTally } from '../../store/eval-runs/run-life.ts';
import type { NewRun } from '../../domain/eval-runs/planned-run.ts';
import { insertRun } from '../../store/eval-runs/new-runs.ts';
import { lockLaunch } from '../../store/eval-runs/launches.ts';
import { lockRuns } from '../../store/eval-runs/runs.ts';
import { isSuiteDeleted } from '../../store/eval-runs/tombstones.ts';
import { insertParts } from '../../store/iterations/traces.ts';
import { decideRunEnd } from '../eval-runs/decide-run.ts';
import { concludeRun } from '../eval-runs/conclude-run.ts';

/** `reused` says that an earlier request made the run. */
export interface BegunRun {
  run: Run;
  reused: boolean;
}

/** How many iterations were new, and how many the run has in total. */
export interface AddedIterations {
  inserted: number;
  total: number;
}

/**
 * Begins a run, or finds the one that was begun under its external id; 'gone' when its suite or project was deleted
 * since `begunAt`.
 */
export const beginRun = (pool: Pool, run: NewRun, begunAt: Date): Promise<BegunRun | 'gone'> =>
  transaction(pool, async (tx) => {
    const begun = await begin(tx, run, begunAt);
    await audit(tx, begun === 'gone' || begun.reused ? undefined : standing(begun.run));
    return begun;
  });

/** Stores a whole run including its end, or nothing; a run that is over already is only returned. */
export function reportRun(
  pool: Pool,
  run: NewRun,
  trials: IngestedIteration[],
  begunAt: Date,
): Promise<BegunRun | 'gone'> {
  return transaction(pool, async (tx) => {
    const begun = await begin(tx, run, begunAt);
    return begun === 'gone' ? begun : { ...begun, run: (await complete(tx, begun.run, trials))! };
  });
}

/** Adds the iterations that a begun run does not have yet, and ends it; undefined when it is gone. */
export const completeRun = (pool: Pool, run: Run, trials: IngestedIteration[]): Promise<Run | undefined> =>
  transaction(pool, (tx) => complete(tx, run, trials));

/** Adds the iterations that a run does not have yet; 'over' when it takes no more, undefined when it is gone. */
export function addIterations(
  pool: Pool,
  { projectId, id }: Pick<Run, 'projectId' | 'id'>,
  trials: IngestedIteration[],
): Promise<AddedIterations | 'over' | undefined> {
  return transaction(pool, async (tx) => {
    const run = await claim(tx, projectId, id);
    if (!run || isRunOver(run)) return run && 'over';
    const added = await add(tx, run, trials);
    await audit(tx, added.inserted > 0 ? { target: { runId: id, suiteId: run.suiteId }, after: added } : undefined);
    return added;
  });
}

/** Ends a run and decides it by its stored iterations. A run that is over stays unchanged. */
export function finalizeRun(pool: Pool, { projectId, id }: Pick<Run, 'projectId' | 'id'>): Promise<Run | undefined> {
  return transaction(pool, async (tx) => {
    const run = await claim(tx, projectId, id);
    return run && conclude(tx, run);
  });
}

/** The state of a run for its reporter. */
const standing = ({
  id,
  suiteId,
  spec: { name, externalRunId },
  status,
  result,
  total,
  passed,
  failed,
}: Run): AuditedChange => ({
  target: { runId: id, suiteId },
  after: {
    name,
    externalRunId,
    status,
    result,
    total,
    passed,
    failed,
  },
});

async function complete(tx: Tx, { projectId, id }: Run, trials: IngestedIteration[]): Promise<Run | undefined> {
  const run = await claim(tx, projectId, id);
  if (run && !isRunOver(run)) await add(tx, run, trials);
  return run && conclude(tx, run);
}

/** Locks the run until the transaction ends. */
async function claim(tx: Tx, projectId: string, id: string): Promise<(Run & RunDetails) | undefined> {
  await lockRuns(tx, [id]);
  return findIngestedRun(tx, projectId, { id });
}

/** An advisory lock per organization serializes launches, so that two starts of one run make one. */
async function begin(tx: Tx, run: NewRun, begunAt: Date): Promise<BegunRun | 'gone'> {
  const { id, projectId } = run;
  const { suiteId, externalRunId } = run.spec;
  await lockLaunch(tx, run);
  const earlier = externalRunId === undefined ? undefined : await findIngestedRun(tx, projectId, { externalRunId });
  if (earlier) return { run: earlier, reused: true };
  if (await isSuiteDeleted(tx, projectId, suiteId, begunAt)) return 'gone';
  if (externalRunId !== undefined) await releaseExternalId(tx, projectId, externalRunId);
  const created = await insertRun(tx, run);
  await publish(tx, RunCreated, {
    runId: id,
    projectId,
    suiteId,
    iterations: created.total,
    createdAtMs: created.createdAt.getTime(),
  });
  return { run: created, reused: false };
}

async function add(tx: Tx, { id, finished }: Run, trials: IngestedIteration[]): Promise<AddedIterations> {
  const standing = await findIngestedSoFar(
    tx,
    id,
    trials.flatMap(({ externalId }) => externalId ?? []),
  );
  const { placed, met } = placeIterations(trials, { finished, ...standing });
  if (finished + placed.length > MAX_ITERATIONS)
    throw conflict(
      `A run holds at most ${MAX_ITERATIONS} iterations; this one would have ${finished + placed.length}.`,
      { maxIterations: MAX_ITERATIONS },
    );
  if (placed.length > 0) await store(tx, id, placed, met);
  return { inserted: placed.length, total: finished + placed.length };
}

async function store(
  tx: Tx,
  runId: string,
  placed: PlacedIteration[],
  met: ReturnType<typeof placeIterations>['met'],
): Promise<void> {
  await insertCases(
    tx,
    runId,
    met.map((each) => ({ ...each, needsInventory: false, needsBrowser: false })),
  );
  await insertIngestedIterations(tx, runId, placed);
  await countIterationsOfCases(tx, runId, [...new Set(placed.map(({ casePosition }) => casePosition))]);
  await insertParts(
    tx,
    placed.flatMap(({ id, trace }) => (trace ? [{ ownerId: id, fence: NEVER_LEASED, part: 0, ...trace }] : [])),
  );
  await addToTally(tx, runId, tallyOf(placed, 0));
}

/** A run that is over stays unchanged. */
async function conclude(tx: Tx, claimed: Run): Promise<Run> {
  const concluded = isRunOver(claimed) ? claimed : await decided(tx, claimed);
  await audit(tx, concluded === claimed ? undefined : standing(concluded));
  return concluded;
}

async function decided(tx: Tx, claimed: Run): Promise<Run> {
  const { projectId, id } = claimed;
  await noteOnlyModel(tx, id);
  const run = await findIngestedRun(tx, projectId, { id });
  // The run of a deleted suite is about to be deleted.
  if (!run) return claimed;
  const undecidedDetail = missingIterations(run);
  const conclusion = undecidedDetail
    ? { status: 'completed' as const, result: null, undecidedDetail }
    : await decideRunEnd(tx, run);
  return (await concludeRun(tx, id, conclusion))!;
}
