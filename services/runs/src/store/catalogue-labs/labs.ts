import { fragment, prepared, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { LabReport } from '@assay/contract/areas/catalogue-labs/report';
import type { LabTally, ReadLab, StoredLab, StoredTask } from '../../domain/catalogue-labs/lab.ts';

const columns = fragment(
  `id, project_id, organization_id, server_id, run_id,
   request_hash, status, error_code, error_message, spec, tally, trials,
   key_id, created_at, started_at, ended_at`,
);
/** How long a lab stays without a sign of a runner before the watchdog ends it. */
const SILENCE = fragment(`interval '60 minutes'`);

/** A lab that is to be written. */
export interface NewLab extends Pick<
  StoredLab,
  | 'id'
  | 'projectId'
  | 'organizationId'
  | 'serverId'
  | 'runId'
  | 'requestHash'
  | 'status'
  | 'spec'
  | 'tally'
  | 'trials'
  | 'keyId'
> {
  idempotencyKey: string | null;
  tasks: StoredTask[];
  /** Gzip of an array of LabTool documents. */
  tools: Buffer;
  sealedAccess: Buffer | null;
}

export async function insertLab(tx: Tx, lab: NewLab): Promise<StoredLab> {
  const [row] = await rows<StoredLab>(
    tx,
    sql`
    insert into catalogue_labs (id, project_id, organization_id, server_id, run_id, idempotency_key, request_hash, status,
      spec, tasks, tools, tally, trials, sealed_access, key_id, deadline_at, started_at)
    values (${lab.id}, ${lab.projectId}, ${lab.organizationId}, ${lab.serverId}, ${lab.runId}, ${lab.idempotencyKey},
      ${lab.requestHash}, ${lab.status}, ${JSON.stringify(lab.spec)}, ${JSON.stringify(lab.tasks)}, ${lab.tools},
      ${JSON.stringify(lab.tally)}, ${lab.trials}, ${lab.sealedAccess}, ${lab.keyId}, now() + ${SILENCE},
      case when ${lab.status}::text <> 'draft' then now() end)
    returning ${columns}`,
  );
  return row!;
}

export async function findLab(db: Db, projectId: string, id: string): Promise<ReadLab | undefined> {
  const [row] = await rows<ReadLab>(
    db,
    prepared`select ${columns}, report from catalogue_labs where project_id = ${projectId} and id = ${id}`,
  );
  return row;
}

/** The lab that an earlier request with this key made. */
export async function findLabByKey(db: Db, projectId: string, key: string): Promise<StoredLab | undefined> {
  const [row] = await rows<StoredLab>(
    db,
    sql`select ${columns} from catalogue_labs where project_id = ${projectId} and idempotency_key = ${key}`,
  );
  return row;
}

/** The labs of servers, newest first, after the cursor. */
export const listLabs = (
  db: Db,
  { projectId, serverId = null }: { projectId: string; serverId?: string | null | undefined },
  after: string | undefined,
  limit: number,
): Promise<StoredLab[]> =>
  rows<StoredLab>(
    db,
    sql`
    select ${columns} from catalogue_labs
    where project_id = ${projectId} and run_id is null and (${serverId}::text is null or server_id = ${serverId})
      and (${after}::text is null or id < ${after})
    order by id desc limit ${limit}`,
  );

/** The experiments of a run, newest first, after the cursor. */
export const listExperiments = (
  db: Db,
  runId: string,
  after: string | undefined,
  limit: number,
): Promise<StoredLab[]> =>
  rows<StoredLab>(
    db,
    sql`
    select ${columns} from catalogue_labs where run_id = ${runId} and (${after}::text is null or id < ${after})
    order by id desc limit ${limit}`,
  );

/** How many labs of the project are under way. */
export async function countOpenLabs(tx: Tx, projectId: string): Promise<number> {
  const [row] = await rows<{ count: number }>(
    tx,
    sql`
    select count(*)::int as count from catalogue_labs where project_id = ${projectId} and status in ('drafting', 'running')`,
  );
  return row!.count;
}

export async function countExperiments(tx: Tx, runId: string): Promise<number> {
  const [row] = await rows<{ count: number }>(
    tx,
    sql`select count(*)::int as count from catalogue_labs where run_id = ${runId}`,
  );
  return row!.count;
}

/** Locks a lab until the transaction ends. */
export async function lockLab(tx: Tx, id: string): Promise<StoredLab | undefined> {
  const [row] = await rows<StoredLab>(
    tx,
    sql`select ${columns} from catalogue_labs where id = ${id} for no key update`,
  );
  return row;
}

/** Locks a lab that no runner gave a sign of; undefined when it is over or was heard of. */
export async function lockSilentLab(tx: Tx, id: string): Promise<StoredLab | undefined> {
  const [row] = await rows<StoredLab>(
    tx,
    sql`
    select ${columns} from catalogue_labs
    where id = ${id} and status in ('drafting', 'running') and deadline_at < now() for no key update`,
  );
  return row;
}

export const listSilentLabs = async (db: Db): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`
      select id from catalogue_labs where status in ('drafting', 'running') and deadline_at < now()
      order by deadline_at limit 20`,
    )
  ).map(({ id }) => id);

/** The parts of a lab that its trials and its report are made of. */
export interface LabContent {
  tasks: StoredTask[];
  /** Gzip of an array of LabTool documents. */
  tools: Buffer;
  sealedAccess: Buffer | null;
}

export async function findLabContent(db: Db, id: string): Promise<LabContent | undefined> {
  const [row] = await rows<LabContent>(
    db,
    sql`select tasks, tools, sealed_access from catalogue_labs where id = ${id}`,
  );
  return row;
}

/** Labs that are under way, with what their trials are made of, by their ids. */
export async function listRunningLabs(db: Db, ids: readonly string[]): Promise<Map<string, StoredLab & LabContent>> {
  const found = await rows<StoredLab & LabContent>(
    db,
    sql`
    select ${columns}, tasks, tools, sealed_access from catalogue_labs
    where id = any(${ids}) and status = 'running'`,
  );
  return new Map(found.map((lab) => [lab.id, lab]));
}

/** Begins a locked lab, with its tasks. */
export async function beginLab(
  tx: Tx,
  id: string,
  { spec, tasks, trials, sealedAccess }: Pick<NewLab, 'spec' | 'tasks' | 'trials'> & { sealedAccess?: Buffer | null },
): Promise<void> {
  // Tenant: the transaction has locked the lab.
  await tx.query(sql`
    update catalogue_labs set status = 'running', spec = ${JSON.stringify(spec)}, tasks = ${JSON.stringify(tasks)}, trials = ${trials},
      sealed_access = coalesce(${sealedAccess ?? null}, sealed_access), started_at = coalesce(started_at, now()),
      deadline_at = now() + ${SILENCE}
    where id = ${id}`);
}

/** Writes the counts of a locked lab, and that there was a sign of it. */
export async function saveLabTally(tx: Tx, id: string, tally: LabTally): Promise<void> {
  // Tenant: the transaction has locked the lab.
  await tx.query(
    sql`update catalogue_labs set tally = ${JSON.stringify(tally)}, deadline_at = now() + ${SILENCE} where id = ${id}`,
  );
}

/** How a lab ends. */
export interface LabEnd extends Pick<StoredLab, 'status'> {
  error?: { code: string; message: string } | undefined;
}

/** Ends a locked lab; its access to models goes. */
export async function endLabRow(tx: Tx, id: string, { status, error }: LabEnd, report: LabReport): Promise<void> {
  // Tenant: the transaction has locked the lab.
  await tx.query(sql`
    update catalogue_labs set status = ${status}, error_code = ${error?.code ?? null}, error_message = ${error?.message ?? null},
      report = ${JSON.stringify(report)}, sealed_access = null, ended_at = now()
    where id = ${id}`);
}

/** Deletes some labs that ended longer ago than their organization keeps runs; answers how many. */
export async function deleteLabsBefore(
  tx: Tx,
  { organizationId, days }: { organizationId: string; days: number },
): Promise<number> {
  const deleted = await rows(
    tx,
    sql`
    delete from catalogue_labs where id in (
      select id from catalogue_labs
      where organization_id = ${organizationId} and ended_at < now() - make_interval(days => ${days}::int)
      order by ended_at limit 20 for update skip locked)
    returning id`,
  );
  return deleted.length;
}
