import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { ARTIFACT_MS } from '../../domain/eval-runs/limits.ts';

/** The record of an upload: the hash of its bytes, and whether they are stored. */
export interface StoredArtifact {
  sha256: Buffer;
  isStored: boolean;
}

/** Records the hash of an upload's bytes, unless the id has other bytes; returns the record. */
export async function claimArtifact(
  db: Db,
  { id, projectId, sha256 }: { id: string; projectId: string; sha256: Buffer },
): Promise<StoredArtifact> {
  await db.query(sql`
    insert into artifacts (id, project_id, sha256, expires_at) values (${id}, ${projectId}, ${sha256}, now() + ${ARTIFACT_MS} * interval '1 ms')
    on conflict do nothing`);
  const [artifact] = await rows<StoredArtifact>(
    db,
    sql`select sha256, stored_at is not null as "isStored" from artifacts where id = ${id}`,
  );
  return artifact!;
}

/** Notes that the bytes are stored; false when the artifact is gone. */
export async function markStored(db: Db, id: string): Promise<boolean> {
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

/** Expires a project's artifacts, so that retention deletes them next; returns their number. */
export async function expireArtifacts(db: Db, projectId: string): Promise<number> {
  const { rowCount } = await db.query(
    sql`update artifacts set expires_at = now() where project_id = ${projectId} and expires_at > now()`,
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
  await db.query(sql`delete from artifacts where id = ${id}`);
}
