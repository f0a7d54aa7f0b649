import { conflict, notFound } from '@assay/contract/problem';
import type { Tx } from '@assay/kit/db';
import type { StoredConformance } from '../domain/conformance/conformance-run.ts';
import type { Scenario } from '../domain/conformance/ingested-scenarios.ts';
import { conclusionOf, summaryOf } from '../domain/conformance/suites.ts';
import { isOver } from '../domain/directory-run.ts';
import { countResults, countSame, findOtherwise, insertResults } from '../store/conformance-results.ts';
import { claimDirectoryRun, endDirectoryRun, findDirectoryRun } from '../store/directory-runs.ts';
import { findReportedRunId, insertReportedRun, noteHeard, type NewReportedRun, type ReportedRunRef } from '../store/reported-runs.ts';

/** `reused` says that an earlier request made the run. */
export interface Begun { run: StoredConformance; reused: boolean }

/** Begins a run, or finds the one that was begun under its external id. */
export async function beginReportedRun(tx: Tx, run: NewReportedRun): Promise<Begun> {
  const inserted = await insertReportedRun(tx, run);
  return { run: await claimReportedRun(tx, inserted ? { projectId: run.projectId, runId: run.id } : { projectId: run.projectId, externalRunId: run.externalRunId! }), reused: !inserted };
}

/** Makes a reported run the transaction's own until it ends. Throws NOT_FOUND. */
export async function claimReportedRun(tx: Tx, ref: ReportedRunRef): Promise<StoredConformance> {
  const runId = await findReportedRunId(tx, ref);
  const run = runId === undefined ? undefined : await claimDirectoryRun<StoredConformance>(tx, 'conformance', { projectId: ref.projectId, runId });
  if (!run) throw notFound('conformance run');
  return run;
}

/** Adds what a run does not know yet; answers how much that was. Throws CONFLICT when it is over, or knows it otherwise. */
export async function addScenarios(tx: Tx, run: StoredConformance, scenarios: Scenario[]): Promise<number> {
  if (isOver(run)) throw conflict(`The run is over: it is ${run.status}.`, { status: run.status });
  const inserted = await insertResults(tx, run.id, scenarios);
  const other = inserted.length < scenarios.length ? await findOtherwise(tx, run.id, scenarios) : undefined;
  if (other) throw conflict(`The run has another report of the scenario "${other.scenario}".`, { ...other });
  await noteHeard(tx, run.id, summaryOf(run.request.suites, await countResults(tx, run.id)));
  return inserted.length;
}

/** Finds a whole report that was sent before. Throws CONFLICT when the run ended otherwise, or with other results. */
export async function assertReported(tx: Tx, run: StoredConformance, scenarios: Scenario[]): Promise<void> {
  if (run.status !== 'completed') throw conflict(`The run is over: it is ${run.status}.`, { status: run.status });
  const [same, stored] = [await countSame(tx, run.id, scenarios), await countResults(tx, run.id)];
  if (same < scenarios.length || stored.reduce((sum, { count }) => sum + count, 0) > same) throw conflict('The run was reported with other results.', { runId: run.id });
}

/** Ends a run by what is stored of it; one that has completed stays as it is. Throws CONFLICT when it ended otherwise. */
export async function finalizeReportedRun(tx: Tx, run: StoredConformance): Promise<StoredConformance> {
  if (run.status === 'completed') return run;
  if (isOver(run)) throw conflict(`The run is over: it is ${run.status}.`, { status: run.status });
  await endDirectoryRun(tx, run.id, { status: 'completed', outcome: conclusionOf(run.request.suites, await countResults(tx, run.id)) });
  return (await findDirectoryRun<StoredConformance>(tx, 'conformance', { projectId: run.projectId, runId: run.id }))!;
}
