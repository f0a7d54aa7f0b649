import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { ARTIFACT_MS, ARTIFACT_QUOTA_MS } from '../../domain/run-limits/limits.ts';
import type { ArtifactUsage } from '../../domain/ingestion/artifact-quota.ts';

/** The record of an upload: the hash of its bytes, and whether they are stored. */
export interface StoredArtifact {
  sha256: Buffer;
  isStored: boolean;
}

/** An upload as it is recorded before its bytes are stored. */
export interface ArtifactRecord {
  id: string;
  projectId: string;
  organizationId: string;
  bytes: number;
  sha256: Buffer;
}

/** Serializes the uploads of an organization until the transaction ends (advisory lock). */
export async function lockUploads(tx: Tx, organizationId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('artifacts'), hashtext(${organizationId}))`);
}

export async function findArtifact(db: Db, id: string): Promise<StoredArtifact | undefined> {
  const [artifact] = await rows<StoredArtifact>(
    db,
    sql`select sha256, stored_at is not null as "isStored" from artifacts where id = ${id}`,
  );
  return artifact;
}

export async function insertArtifact(tx: Tx, artifact: ArtifactRecord): Promise<void> {
  const { id, projectId, organizationId, bytes, sha256 } = artifact;
  await tx.query(sql`
    insert into artifacts (id, project_id, organization_id, bytes, sha256, expires_at)
    values (${id}, ${projectId}, ${organizationId}, ${bytes}, ${sha256}, now() + ${ARTIFACT_MS} * interval '1 ms')`);
}

/** The uploads of an organization within the time that its quota counts. */
export async function findArtifactUsage(db: Db, organizationId: string): Promise<ArtifactUsage> {
  const [usage] = await rows<ArtifactUsage>(
    db,
    sql`
    select count(*)::integer as artifacts, coalesce(sum(bytes), 0)::float8 as bytes,
           coalesce(ceil(extract(epoch from min(expires_at) - counted.from) * 1000), 0)::float8 as "freeInMs"
    from (select now() + ${ARTIFACT_MS - ARTIFACT_QUOTA_MS} * interval '1 ms' as from) as counted
    left join artifacts on organization_id = ${organizationId} and expires_at > counted.from
    group by counted.from`,
  );
  return usage!;
}

/** Notes that the bytes are stored; false when the artifact is gone. */
export async function markStored(db: Db, id: string): Promise<boolean> {
  // Tenant: the signed upload address names the artifact.
  const { rowCount } = await db.query(
    sql`update artifacts set stored_at = now() where id = ${id} and expires_at > now()`,
  );
  return rowCount === 1;
}

/** Whether the project has the artifact, complete and not expired. */
export async function hasArtifact(db: Db, projectId: string, id: string): Promise<boolean> {
  const found = await rows(
    db,
    sql`select from artifacts where id = ${id} and project_id = ${projectId} and stored_at is not null and expires_at > now()`,
  );
  return found.length > 0;
}

/**
 * Expires a project's artifacts at once, so that retention deletes them next; returns their number. The time is
 * truncated, because the column rounds it to milliseconds, half of them into the future.
 */
export async function expireArtifacts(db: Db, projectId: string): Promise<number> {
  const { rowCount } = await db.query(
    sql`update artifacts set expires_at = date_trunc('milliseconds', now()) where project_id = ${projectId} and expires_at > now()`,
  );
  return rowCount ?? 0;
}

/** Some expired artifacts. */
export async function listExpiredArtifacts(db: Db): Promise<string[]> {
  const expired = await rows<{ id: string }>(
    db,
    sql`select id from artifacts where expires_at <= now() order by expires_at limit 100`,
  );
  return expired.map(({ id }) => id);
}

export async function deleteArtifact(db: Db, id: string): Promise<void> {
  // Tenant: the task goes over the artifacts of every project.
  await db.query(sql`delete from artifacts where id = ${id}`);
}
