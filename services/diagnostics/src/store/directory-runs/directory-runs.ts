import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { Idempotency } from '@assay/kit/requests/idempotency';
import type { DirectoryRun, RunEnd, RunVariant } from '../../domain/directory-runs/directory-run.ts';

export interface RunAddress {
  projectId: string;
  runId: string;
}

/** A run before its row is written. */
export interface NewDirectoryRun extends Pick<
  DirectoryRun,
  'id' | 'projectId' | 'serverId' | 'kind' | 'variant' | 'request'
> {
  idempotency?: Idempotency | undefined;
}

/** The filter of a list of runs. */
export interface RunFilter {
  kind: DirectoryRun['kind'];
  variant: RunVariant | undefined;
  serverId: string | undefined;
}

// Only the queue knows whether a runner works on the run.
const columns = fragment(`r.id, r.project_id, r.server_id, r.kind, r.variant,
  case when r.status = 'pending' and w.lease_until is not null then 'running' else r.status end as status, coalesce(w.attempts, r.attempts) as attempts,
  r.request, r.outcome, r.report is not null as "hasReport", r.terminal_reason, r.error_message,
  r.request_hash, r.external_run_id, r.created_at, r.updated_at`);
const runs = fragment('directory_runs r left join work w on w.id = r.id');

/** Locks the start of runs in the project until the transaction ends. */
export async function lockRunStarts(tx: Tx, projectId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('directory runs'), hashtext(${projectId}))`);
}

/** The number of runs of a project that are pending or running. */
export async function countOpenRuns(db: Db, projectId: string): Promise<number> {
  const [row] = await rows<{ count: number }>(
    db,
    sql`select count(*)::int as count from directory_runs where project_id = ${projectId} and status = 'pending'`,
  );
  return row!.count;
}

/** False when the server has such a run under the same idempotency key. */
export async function insertDirectoryRun(
  tx: Tx,
  { id, projectId, serverId, kind, variant, request, idempotency }: NewDirectoryRun,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql`
    insert into directory_runs (id, project_id, server_id, kind, variant, request, idempotency_key, request_hash)
    values (${id}, ${projectId}, ${serverId}, ${kind}, ${variant}, ${request}, ${idempotency?.key ?? null}, ${idempotency?.requestHash ?? null})
    on conflict (server_id, variant, idempotency_key) do nothing`);
  return rowCount === 1;
}

export async function findDirectoryRun<Run extends DirectoryRun>(
  db: Db,
  kind: Run['kind'],
  { projectId, runId }: RunAddress,
): Promise<Run | undefined> {
  const [run] = await rows<Run>(
    db,
    sql`select ${columns} from ${runs} where r.project_id = ${projectId} and r.kind = ${kind} and r.id = ${runId}`,
  );
  return run;
}

export async function findDirectoryRunByKey<Run extends DirectoryRun>(
  db: Db,
  { projectId, serverId }: { projectId: string; serverId: string },
  variant: Run['variant'],
  key: string,
): Promise<Run | undefined> {
  const [run] = await rows<Run>(
    db,
    sql`select ${columns} from ${runs} where r.project_id = ${projectId} and r.server_id = ${serverId} and r.variant = ${variant} and r.idempotency_key = ${key}`,
  );
  return run;
}

/** Newest first, after the cursor. */
export function listDirectoryRuns<Run extends DirectoryRun>(
  db: Db,
  projectId: string,
  { kind, variant, serverId }: RunFilter,
  after: readonly (string | number)[] | undefined,
  limit: number,
): Promise<Run[]> {
  const [createdAt = null, id = null] = after ?? [];
  return rows<Run>(
    db,
    sql`
    select ${columns} from ${runs}
    where r.project_id = ${projectId} and r.kind = ${kind} and (${variant}::text is null or r.variant = ${variant}) and (${serverId}::text is null or r.server_id = ${serverId})
      and (${createdAt}::float8 is null or (r.created_at, r.id) < (to_timestamp(${createdAt}::float8 / 1000)::timestamptz(3), ${id}))
    order by r.created_at desc, r.id desc limit ${limit}`,
  );
}

/** Reads a run and locks its row until the transaction ends. */
export async function claimDirectoryRun<Run extends DirectoryRun>(
  tx: Tx,
  kind: Run['kind'],
  address: RunAddress,
): Promise<Run | undefined> {
  await tx.query(
    sql`select from directory_runs where project_id = ${address.projectId} and id = ${address.runId} for no key update`,
  );
  return findDirectoryRun<Run>(tx, kind, address);
}

/** Ends a run that has not ended, with the number of attempts of its work item. */
export async function endDirectoryRun(
  tx: Tx,
  id: string,
  { status, outcome, report, terminalReason, errorMessage }: RunEnd,
): Promise<void> {
  // Tenant: the lease of its work item names the run.
  await tx.query(sql`
    update directory_runs
    set status = ${status}, outcome = coalesce(${outcome ?? null}::json, outcome), report = ${report ?? null}, terminal_reason = ${terminalReason ?? null}, error_message = ${errorMessage ?? null},
        attempts = coalesce((select attempts from work where work.id = directory_runs.id), attempts), updated_at = now()
    where id = ${id} and status in ('pending', 'running')`);
}

/** The gzip of a run's report. */
export async function findReport(
  db: Db,
  kind: DirectoryRun['kind'],
  { projectId, runId }: RunAddress,
): Promise<Buffer | undefined> {
  const [row] = await rows<{ report: Buffer | null }>(
    db,
    sql`select report from directory_runs where project_id = ${projectId} and kind = ${kind} and id = ${runId}`,
  );
  return row?.report ?? undefined;
}
