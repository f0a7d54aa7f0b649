import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { ConformanceRequest } from '../../domain/conformance/conformance-run.ts';
import type { ConformanceSummary } from '../../domain/conformance/suites.ts';

/** A conformance run of a reporter, before its row is written. */
export interface NewReportedRun {
  id: string;
  projectId: string;
  serverId: string | null;
  externalRunId: string | null;
  request: ConformanceRequest;
}

/** The reference of a report to its run: our id or the external id. */
export interface ReportedRunRef {
  projectId: string;
  runId?: string | undefined;
  externalRunId?: string | undefined;
}

/** False when the project has a run under the same external id. */
export async function insertReportedRun(
  tx: Tx,
  { id, projectId, serverId, externalRunId, request }: NewReportedRun,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql`
    insert into directory_runs (id, project_id, server_id, kind, variant, status, request, external_run_id, heard_at)
    values (${id}, ${projectId}, ${serverId}, 'conformance', 'reported', 'running', ${request}, ${externalRunId}, now())
    on conflict (project_id, external_run_id) do nothing`);
  return rowCount === 1;
}

/** The id of a reported run, found by its id or its external id. */
export async function findReportedRunId(
  db: Db,
  { projectId, runId, externalRunId }: ReportedRunRef,
): Promise<string | undefined> {
  const [row] = await rows<{ id: string }>(
    db,
    sql`
    select id from directory_runs
    where project_id = ${projectId} and variant = 'reported'
      and (${runId}::text is null or id = ${runId}) and (${externalRunId}::text is null or external_run_id = ${externalRunId})`,
  );
  return row?.id;
}

/** Records the time of the last report and the outcome so far. */
export async function updateLastHeard(tx: Db, id: string, outcome?: ConformanceSummary): Promise<void> {
  // Tenant: the transaction has found the run in its project.
  await tx.query(
    sql`update directory_runs set heard_at = now(), updated_at = now(), outcome = coalesce(${outcome ?? null}::json, outcome) where id = ${id} and status = 'running'`,
  );
}

/** Fails the runs whose reporters were silent for longer than `ms`; returns their number. */
export async function abandonSilentRuns(db: Db, ms: number): Promise<number> {
  // Tenant: the task goes over the runs of every project.
  const { rowCount } = await db.query(sql`
    update directory_runs set status = 'failed', terminal_reason = 'abandoned', error_message = 'The run sent no further report.', updated_at = now()
    where status = 'running' and heard_at < now() - ${ms} * interval '1 ms'`);
  return rowCount ?? 0;
}
