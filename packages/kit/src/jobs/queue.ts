import { rows, sql, type Db, type Tx } from '../postgres/db.ts';
import { activeTraceparent } from '../telemetry/telemetry.ts';

/** Work for a runner. */
export interface NewJob {
  id: string;
  /** Tells the runner what `input` is. */
  kind: string;
  projectId: string;
  input: Uint8Array;
  /** How long it may take in all. */
  timeoutMs: number;
  /** What a runner must stand for to be given it; any runner of the installation when there are none. */
  labels?: string[];
  /** Whose it is; a runner from outside is given no job that is nobody's. */
  organizationId?: string | undefined;
}

/** Which jobs a runner may have: everybody's, or those of one organization, or of one project of it. */
export interface Whose {
  organizationId?: string;
  projectId?: string;
}

/** A job as one holder was given it: under a later fence it is somebody else's. */
export interface HeldJob {
  id: string;
  fence: number;
  kind: string;
  projectId: string;
}

/** A job that nobody will do, and how often it was tried. */
export interface AbandonedJob extends HeldJob {
  attempts: number;
}

export interface LeasedJob extends HeldJob {
  input: Buffer;
  timeoutMs: number;
  traceparent: string | null;
}

type Hold = Pick<HeldJob, 'id' | 'fence'>;
type Row<T> = Omit<T, 'fence'> & { fence: string };
const held = <T extends HeldJob>(found: Row<T>[]): T[] =>
  found.map((row) => ({ ...row, fence: Number(row.fence) }) as T);

/** Puts jobs in the queue when the transaction commits; ring the service's bell then. */
export async function enqueue(tx: Tx, ...jobs: NewJob[]): Promise<void> {
  await tx.query(sql`
    insert into jobs (id, kind, project_id, input, timeout_ms, labels, organization_id, traceparent)
    select id, kind, project_id, input, timeout_ms, array(select json_array_elements_text(labels)), organization_id, ${activeTraceparent()}::text from unnest(
      ${jobs.map(({ id }) => id)}::text[], ${jobs.map(({ kind }) => kind)}::text[], ${jobs.map(({ projectId }) => projectId)}::text[],
      ${jobs.map(({ input }) => Buffer.from(input))}::bytea[], ${jobs.map(({ timeoutMs }) => timeoutMs)}::int[],
      ${jobs.map(({ labels = [] }) => JSON.stringify(labels))}::json[], ${jobs.map(({ organizationId = null }) => organizationId)}::text[]
    ) as made(id, kind, project_id, input, timeout_ms, labels, organization_id)`);
}

/** Takes jobs off the queue without settling them; a runner that has one hears so at its next beat. */
export async function drop(tx: Db, ...ids: string[]): Promise<void> {
  await tx.query(sql`delete from jobs where id = any(${ids})`);
}

/** Who asks for work, how much of it they can do, of which kinds and with which labels. */
export interface JobSeeker {
  runnerId: string;
  count: number;
  kinds: string[];
  labels: string[];
  whose: Whose;
}

/**
 * Hands out free jobs: those never taken, and those whose holder went silent fewer than `maxAttempts` times. It is the
 * turn of the project that has waited longest, for its oldest job or since it was last served.
 */
export async function claimJobs(
  db: Db,
  { runnerId, count, kinds, labels, whose: { organizationId, projectId } }: JobSeeker,
  leaseMs: number,
  maxAttempts: number,
): Promise<LeasedJob[]> {
  return held(
    await rows<Row<LeasedJob>>(
      db,
      sql`
    with free as (
      select j.id from jobs j left join job_turns t on t.project_id = j.project_id
      where j.kind = any(${kinds}) and j.labels <@ ${labels}::text[]
        and (${organizationId}::text is null or (j.organization_id = ${organizationId} and j.labels <> '{}')) and (${projectId}::text is null or j.project_id = ${projectId})
        and (j.lease_until is null or (j.lease_until < now() and j.attempts < ${maxAttempts}))
      order by greatest(j.created_at, t.served_at), j.created_at, j.id limit ${count} for update of j skip locked),
    claimed as (
      update jobs set runner_id = ${runnerId}, fence = fence + 1, attempts = attempts + 1, lease_until = now() + ${leaseMs} * interval '1 ms'
      from free where jobs.id = free.id returning jobs.*),
    served as (
      insert into job_turns (project_id, served_at) select distinct project_id, now() from claimed order by project_id
      on conflict (project_id) do update set served_at = excluded.served_at)
    select id, fence, kind, project_id as "projectId", input, timeout_ms as "timeoutMs", traceparent from claimed order by created_at, id`,
    ),
  );
}

/** Extends the leases that are still held by whom they may be; answers their ids. Locks in the order of ids. */
export async function extendLeases(
  db: Db,
  holds: Hold[],
  { organizationId, projectId }: Whose,
  leaseMs: number,
): Promise<string[]> {
  const extended = await rows<{ id: string }>(
    db,
    sql`
    with held as (
      select j.id from unnest(${holds.map(({ id }) => id)}::text[], ${holds.map(({ fence }) => fence)}::bigint[]) as h(id, fence)
      join jobs j on j.id = h.id and j.fence = h.fence
      where (${organizationId}::text is null or j.organization_id = ${organizationId}) and (${projectId}::text is null or j.project_id = ${projectId})
      order by j.id for no key update of j)
    update jobs set lease_until = now() + ${leaseMs} * interval '1 ms' from held where jobs.id = held.id returning jobs.id`,
  );
  return extended.map(({ id }) => id);
}

/** The job under that fence, if it is one that its holder may have. */
export async function findHeld(
  db: Db,
  { id, fence }: Hold,
  { organizationId, projectId }: Whose,
): Promise<HeldJob | undefined> {
  return held(
    await rows<Row<HeldJob>>(
      db,
      sql`
    select id, fence, kind, project_id as "projectId" from jobs
    where id = ${id} and fence = ${fence}
      and (${organizationId}::text is null or organization_id = ${organizationId}) and (${projectId}::text is null or project_id = ${projectId})`,
    ),
  )[0];
}

/** False when the job is gone, or somebody else's. */
export async function deleteHeld(tx: Tx, { id, fence }: Hold): Promise<boolean> {
  const { rowCount } = await tx.query(sql`delete from jobs where id = ${id} and fence = ${fence}`);
  return rowCount === 1;
}

/** Makes a job free again as if this holder had never been given it, under a fence that is no longer theirs; false when it was not theirs. */
export async function giveBack(db: Db, { id, fence }: Hold): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    update jobs set fence = fence + 1, attempts = greatest(attempts - 1, 0), runner_id = null, lease_until = null where id = ${id} and fence = ${fence}`);
  return rowCount === 1;
}

/**
 * Takes over jobs that nobody will do: those whose holders went silent too often to try again, and those that wait for
 * longer than `queueMs`. Under a fence of ours, so that no holder can still report.
 */
export async function takeOverAbandoned(
  db: Db,
  maxAttempts: number,
  queueMs: number,
  leaseMs: number,
): Promise<AbandonedJob[]> {
  return held(
    await rows<Row<AbandonedJob>>(
      db,
      sql`
    with lost as (
      select id from jobs
      where (lease_until < now() and attempts >= ${maxAttempts})
         or ((lease_until is null or lease_until < now()) and created_at < now() - ${queueMs} * interval '1 ms')
      order by id limit 100 for update skip locked)
    update jobs set fence = fence + 1, lease_until = now() + ${leaseMs} * interval '1 ms'
    from lost where jobs.id = lost.id returning jobs.id, fence, kind, project_id as "projectId", jobs.attempts`,
    ),
  );
}
