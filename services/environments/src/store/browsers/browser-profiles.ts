import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

/** The place of a profile: the caller's own in a project. */
export interface ProfilePlace {
  projectId: string;
  ownerId: string;
  id: string;
}

/** The envelope around a profile, which runners alone open. */
export async function findSealed(db: Db, { projectId, ownerId, id }: ProfilePlace): Promise<Buffer | undefined> {
  const [row] = await rows<{ sealed: Buffer }>(
    db,
    sql`select sealed from browser_profiles where project_id = ${projectId} and owner_id = ${ownerId} and id = ${id}`,
  );
  return row?.sealed;
}

export async function upsertProfile(
  tx: Tx,
  { projectId, ownerId, id }: ProfilePlace,
  organizationId: string,
  sealed: Buffer,
): Promise<void> {
  await tx.query(sql`
    insert into browser_profiles (project_id, owner_id, id, organization_id, sealed)
    values (${projectId}, ${ownerId}, ${id}, ${organizationId}, ${sealed})
    on conflict (project_id, owner_id, id) do update set sealed = excluded.sealed, updated_at = now()`);
}

/** A profile without its content. */
export interface ListedProfile {
  id: string;
  bytes: number;
  updatedAt: Date;
}

export const listProfiles = (db: Db, projectId: string, ownerId: string): Promise<ListedProfile[]> =>
  rows<ListedProfile>(
    db,
    sql`
    select id, length(sealed) as bytes, updated_at from browser_profiles
    where project_id = ${projectId} and owner_id = ${ownerId} order by id`,
  );

/** Answers whether there was one. */
export async function deleteProfile(tx: Tx, { projectId, ownerId, id }: ProfilePlace): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`delete from browser_profiles where project_id = ${projectId} and owner_id = ${ownerId} and id = ${id}`,
  );
  return rowCount === 1;
}

/** Deletes the profiles of an owner in an organization. */
export async function deleteProfilesOf(tx: Tx, ownerId: string, organizationId: string): Promise<void> {
  await tx.query(sql`delete from browser_profiles where owner_id = ${ownerId} and organization_id = ${organizationId}`);
}
