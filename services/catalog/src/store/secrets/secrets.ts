import type { Secret } from '@assay/contract/areas/secrets/documents';
import { foldedName } from '@assay/contract/normal-name';
import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

interface SecretRow {
  id: string;
  projectId: string;
  name: string;
  description: string | null;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
  rotatedAt: Date;
}

const columns = fragment('id, project_id, name, description, revision, created_at, updated_at, rotated_at');

const toSecret = (row: SecretRow): Secret => ({
  id: row.id,
  projectId: row.projectId,
  name: row.name,
  ...(row.description !== null && { description: row.description }),
  revision: row.revision,
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
  rotatedAt: row.rotatedAt.getTime(),
});

export async function findSecret(db: Db, projectId: string, id: string): Promise<Secret | undefined> {
  const [row] = await rows<SecretRow>(
    db,
    sql`select ${columns} from secrets where project_id = ${projectId} and id = ${id}`,
  );
  return row && toSecret(row);
}

/** Newest first, from the one after `after`. */
export async function listSecrets(
  db: Db,
  projectId: string,
  after: string | undefined,
  limit: number,
): Promise<Secret[]> {
  const found = await rows<SecretRow>(
    db,
    sql`
    select ${columns} from secrets
    where project_id = ${projectId} and (${after}::text is null or id < ${after}) order by id desc limit ${limit}`,
  );
  return found.map(toSecret);
}

/** The names of secrets, in the order of the ids; unknown ones are left out. */
export const listSecretNames = (db: Db, projectId: string, ids: string[]): Promise<{ id: string; name: string }[]> =>
  rows(
    db,
    sql`
    select id, name from secrets where project_id = ${projectId} and id = any(${ids})
    order by array_position(${ids}, id)`,
  );

/** The sealed values of secrets; unknown ones are left out. */
export const listSecretValues = (
  db: Db,
  projectId: string,
  ids: string[],
): Promise<{ id: string; sealedValue: Buffer }[]> =>
  rows(db, sql`select id, sealed_value from secrets where project_id = ${projectId} and id = any(${ids})`);

export async function countSecrets(db: Db, projectId: string): Promise<number> {
  const [row] = await rows<{ count: number }>(
    db,
    sql`select count(*)::integer as count from secrets where project_id = ${projectId}`,
  );
  return row!.count;
}

/** A secret, with its row locked until the transaction ends: no server can be given it, and no other transaction changes it. */
export async function claimSecret(tx: Tx, projectId: string, id: string): Promise<Secret | undefined> {
  const [row] = await rows<SecretRow>(
    tx,
    sql`select ${columns} from secrets where project_id = ${projectId} and id = ${id} for update`,
  );
  return row && toSecret(row);
}

/** The sealed values of secrets, with their rows locked against changes until the transaction ends. */
export async function shareSecrets(
  tx: Tx,
  projectId: string,
  ids: string[],
): Promise<{ id: string; sealedValue: Buffer }[]> {
  const found = await rows<{ id: string; sealedValue: Buffer }>(
    tx,
    sql`
    select id, sealed_value from secrets where project_id = ${projectId} and id = any(${ids}) order by id for share`,
  );
  return found.map(({ id, sealedValue }) => ({ id, sealedValue }));
}

/** The values of a write; without a `sealedValue` a saved secret keeps its own. */
export interface SecretWrite {
  id: string;
  projectId: string;
  name: string;
  description: string | undefined;
  sealedValue: Buffer | undefined;
}

/** Undefined when the name is taken in the project. */
export async function insertSecret(
  db: Db,
  { id, projectId, name, description, sealedValue }: SecretWrite & { sealedValue: Buffer },
): Promise<Secret | undefined> {
  const [row] = await rows<SecretRow>(
    db,
    sql`
    insert into secrets (id, project_id, name, folded_name, description, sealed_value)
    values (${id}, ${projectId}, ${name}, ${foldedName(name)}, ${description}, ${sealedValue})
    on conflict (project_id, folded_name) do nothing returning ${columns}`,
  );
  return row && toSecret(row);
}

/** Throws Postgres' unique violation when the name is taken in the project. */
export async function replaceSecret(
  db: Db,
  { id, projectId, name, description, sealedValue }: SecretWrite,
): Promise<Secret> {
  const [row] = await rows<SecretRow>(
    db,
    sql`
    update secrets set name = ${name}, folded_name = ${foldedName(name)}, description = ${description}, revision = revision + 1,
      sealed_value = coalesce(${sealedValue}, sealed_value), updated_at = now(),
      rotated_at = case when ${sealedValue}::bytea is null then rotated_at else now() end
    where project_id = ${projectId} and id = ${id} returning ${columns}`,
  );
  return toSecret(row!);
}

export async function deleteSecret(db: Db, projectId: string, id: string): Promise<void> {
  await db.query(sql`delete from secrets where project_id = ${projectId} and id = ${id}`);
}

/** Deletes the secrets of projects. */
export async function deleteSecretsOf(db: Db, projectIds: string[]): Promise<void> {
  await db.query(sql`delete from secrets where project_id = any(${projectIds})`);
}
