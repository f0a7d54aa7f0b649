import { conflict, notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import type { AuditedChange } from '@assay/kit/audit/change';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { ingestedConformance, type StoredConformance } from '../../domain/conformance/conformance-run.ts';
import type { ScenarioToStore } from '../../domain/conformance/ingested-scenarios.ts';
import { conclusionOf, summaryOf } from '../../domain/conformance/suites.ts';
import { isOver } from '../../domain/directory-runs/directory-run.ts';
import { countResults, countSame, findOtherwise, insertResults } from '../../store/conformance/conformance-results.ts';
import { claimDirectoryRun, endDirectoryRun, findDirectoryRun } from '../../store/directory-runs/directory-runs.ts';
import {
  findReportedRunId,
  insertReportedRun,
  updateLastHeard,
  type NewReportedRun,
  type ReportedRunRef,
} from '../../store/conformance/reported-runs.ts';

/** `reused` says that an earlier request created the run. */
export interface BegunReport {
  run: StoredConformance;
  reused: boolean;
}

/** Starts a reported run, or finds the one that has the same external id. */
export function startReportedRun(pool: Pool, wanted: NewReportedRun): Promise<BegunReport> {
  return transaction(pool, async (tx) => {
    const begun = await begin(tx, wanted);
    await audit(tx, begun.reused ? undefined : changeOf(begun.run, { after: standing(begun.run) }));
    return begun;
  });
}

/** Records that the reporter of a run has sent something. Throws NOT_FOUND. */
export function recordReporterHeartbeat(pool: Pool, ref: ReportedRunRef): Promise<StoredConformance> {
  return transaction(pool, async (tx) => {
    const run = await claim(tx, ref);
    await updateLastHeard(tx, run.id);
    return run;
  });
}

/**
 * Adds scenarios that the run does not have yet. Throws NOT_FOUND, or CONFLICT when the run has ended or has other
 * results for the same scenario.
 */
export function addToReportedRun(
  pool: Pool,
  ref: ReportedRunRef,
  scenarios: ScenarioToStore[],
): Promise<{ run: StoredConformance; inserted: number }> {
  return transaction(pool, async (tx) => {
    const run = await claim(tx, ref);
    const inserted = await add(tx, run, scenarios);
    await audit(tx, inserted > 0 ? changeOf(run, { after: { inserted } }) : undefined);
    return { run: await claim(tx, ref), inserted };
  });
}

/**
 * Ends a run by its stored scenarios; a completed run stays as it is. Throws NOT_FOUND, or CONFLICT when the run was
 * cancelled or failed.
 */
export function finalizeReportedRun(pool: Pool, ref: ReportedRunRef): Promise<StoredConformance> {
  return transaction(pool, async (tx) => {
    const run = await claim(tx, ref);
    const ended = await end(tx, run);
    await audit(tx, ended === run ? undefined : changeOf(ended, { before: standing(run), after: standing(ended) }));
    return ended;
  });
}

/**
 * Stores a whole run with its end in one transaction; a run that was reported before is only found. Throws CONFLICT
 * when the two reports differ.
 */
export function reportRun(
  pool: Pool,
  wanted: NewReportedRun,
  scenarios: ScenarioToStore[],
): Promise<BegunReport & { inserted: number }> {
  return transaction(pool, async (tx) => {
    const { run, reused } = await begin(tx, wanted);
    if (isOver(run)) {
      await assertReported(tx, run, scenarios);
      await audit(tx);
      return { run, reused, inserted: 0 };
    }
    const inserted = await add(tx, run, scenarios);
    const ended = await end(tx, run);
    await audit(tx, changeOf(ended, { after: { ...standing(ended), inserted } }));
    return { run: ended, reused, inserted };
  });
}

const changeOf = (
  { id: runId, serverId }: StoredConformance,
  change: Pick<AuditedChange, 'before' | 'after'>,
): AuditedChange => ({
  target: { runId, ...(serverId !== null && { serverId }) },
  ...change,
});

/** The status of a run as the audit log shows it. */
function standing(run: StoredConformance): object {
  const { externalRunId, status, outcome } = ingestedConformance(run);
  return { externalRunId, status, outcome };
}

async function begin(tx: Tx, run: NewReportedRun): Promise<BegunReport> {
  const inserted = await insertReportedRun(tx, run);
  return {
    run: await claim(
      tx,
      inserted
        ? { projectId: run.projectId, runId: run.id }
        : { projectId: run.projectId, externalRunId: run.externalRunId! },
    ),
    reused: !inserted,
  };
}

/** Locks the row of a reported run until the transaction ends. */
async function claim(tx: Tx, ref: ReportedRunRef): Promise<StoredConformance> {
  const runId = await findReportedRunId(tx, ref);
  const run =
    runId === undefined
      ? undefined
      : await claimDirectoryRun<StoredConformance>(tx, 'conformance', { projectId: ref.projectId, runId });
  if (!run) throw notFound('conformance run');
  return run;
}

async function add(tx: Tx, run: StoredConformance, scenarios: ScenarioToStore[]): Promise<number> {
  if (isOver(run)) throw conflict(`The run has ended: it is ${run.status}.`, { status: run.status });
  const inserted = await insertResults(tx, run.id, scenarios);
  const other = inserted.length < scenarios.length ? await findOtherwise(tx, run.id, scenarios) : undefined;
  if (other) throw conflict(`The run has another report of the scenario "${other.scenario}".`, { ...other });
  await updateLastHeard(tx, run.id, summaryOf(run.request.suites, await countResults(tx, run.id)));
  return inserted.length;
}

/**
 * Finds a whole report that was sent before. Throws CONFLICT when the run ended with another status, or with other
 * results.
 */
async function assertReported(tx: Tx, run: StoredConformance, scenarios: ScenarioToStore[]): Promise<void> {
  if (run.status !== 'completed') throw conflict(`The run has ended: it is ${run.status}.`, { status: run.status });
  const [same, stored] = [await countSame(tx, run.id, scenarios), await countResults(tx, run.id)];
  if (same < scenarios.length || stored.reduce((sum, { count }) => sum + count, 0) > same)
    throw conflict('The run was reported with other results.', { runId: run.id });
}

async function end(tx: Tx, run: StoredConformance): Promise<StoredConformance> {
  if (run.status === 'completed') return run;
  if (isOver(run)) throw conflict(`The run has ended: it is ${run.status}.`, { status: run.status });
  await endDirectoryRun(tx, run.id, {
    status: 'completed',
    outcome: conclusionOf(run.request.suites, await countResults(tx, run.id)),
  });
  return (await findDirectoryRun<StoredConformance>(tx, 'conformance', { projectId: run.projectId, runId: run.id }))!;
}
