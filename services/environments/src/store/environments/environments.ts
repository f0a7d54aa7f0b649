import { foldedName } from '@assay/contract/normal-name';
import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type {
  EnvironmentBody,
  EnvironmentState,
  StoredEnvironment,
} from '../../domain/environments/environment-record.ts';

interface EnvironmentRow {
  id: string;
  projectId: string;
  name: string | null;
  clientId: string;
  serverGroupId: string | null;
  body: EnvironmentBody;
  revision: number;
  archivedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const columns = fragment(
  'id, project_id, name, client_id, server_group_id, body, revision, archived_at, created_at, updated_at',
);

const toStored = (row: EnvironmentRow): StoredEnvironment => ({
  id: row.id,
  projectId: row.projectId,
  name: row.name ?? undefined,
  clientId: row.clientId,
  serverGroupId: row.serverGroupId ?? undefined,
  body: row.body,
  isArchived: row.archivedAt !== null,
  revision: row.revision,
  archivedAt: row.archivedAt ?? undefined,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** An environment before its row is written. */
export interface NewEnvironment extends EnvironmentState {
  id: string;
  projectId: string;
}

/** Undefined when the project has an environment with that name. */
export async function insertEnvironment(
  db: Db,
  { id, projectId, name, clientId, serverGroupId, body }: NewEnvironment & { name: string },
): Promise<StoredEnvironment | undefined> {
  const [row] = await rows<EnvironmentRow>(
    db,
    sql`
    insert into environments (id, project_id, name, folded_name, client_id, server_group_id, body)
    values (${id}, ${projectId}, ${name}, ${foldedName(name)}, ${clientId}, ${serverGroupId ?? null}, ${body})
    on conflict do nothing
    returning ${columns}`,
  );
  return row && toStored(row);
}

/** The project's ad-hoc environment with these settings, and whether it was written now. */
export async function ensureAdhocRow(
  db: Db,
  { id, projectId, clientId, serverGroupId, body }: NewEnvironment,
  settingsHash: string,
): Promise<{ environment: StoredEnvironment; created: boolean }> {
  // The update changes nothing: it makes the statement answer the row that is there.
  const [row] = await rows<EnvironmentRow>(
    db,
    sql`
    insert into environments (id, project_id, adhoc_hash, client_id, server_group_id, body)
    values (${id}, ${projectId}, ${settingsHash}, ${clientId}, ${serverGroupId ?? null}, ${body})
    on conflict (project_id, adhoc_hash) do update set adhoc_hash = excluded.adhoc_hash
    returning ${columns}`,
  );
  return { environment: toStored(row!), created: row!.id === id };
}

export async function findEnvironment(db: Db, projectId: string, id: string): Promise<StoredEnvironment | undefined> {
  const [row] = await rows<EnvironmentRow>(
    db,
    sql`select ${columns} from environments where project_id = ${projectId} and id = ${id}`,
  );
  return row && toStored(row);
}

/** Reads an environment and locks its row until the transaction ends. */
export async function claimEnvironment(db: Db, projectId: string, id: string): Promise<StoredEnvironment | undefined> {
  const [row] = await rows<EnvironmentRow>(
    db,
    sql`select ${columns} from environments where project_id = ${projectId} and id = ${id} for no key update`,
  );
  return row && toStored(row);
}

/** Newest first, after the cursor, without ad-hoc ones. */
export async function listEnvironments(
  db: Db,
  projectId: string,
  includeArchived: boolean,
  after: string | undefined,
  limit: number,
): Promise<StoredEnvironment[]> {
  const found = await rows<EnvironmentRow>(
    db,
    sql`
    select ${columns} from environments
    where project_id = ${projectId} and name is not null and (${includeArchived} or archived_at is null)
      and (${after}::text is null or id < ${after})
    order by id desc limit ${limit}`,
  );
  return found.map(toStored);
}

/** Writes an environment over the revision that was read. */
export async function replaceEnvironment(
  db: Db,
  { id, projectId, name, clientId, serverGroupId, body, isArchived, revision }: StoredEnvironment & { name: string },
): Promise<StoredEnvironment | undefined> {
  const [row] = await rows<EnvironmentRow>(
    db,
    sql`
    update environments set name = ${name}, folded_name = ${foldedName(name)}, adhoc_hash = null, client_id = ${clientId},
      server_group_id = ${serverGroupId ?? null}, body = ${body}, revision = revision + 1, updated_at = now(),
      archived_at = case when ${isArchived} then coalesce(archived_at, now()) end
    where project_id = ${projectId} and id = ${id} and revision = ${revision}
    returning ${columns}`,
  );
  return row && toStored(row);
}

/** The revisions of the project's environments with these ids; archived and unknown ones are left out. */
export const listCurrentRevisions = (
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<{ id: string; revision: number }[]> =>
  rows(
    db,
    sql`
    select id, revision from environments
    where project_id = ${projectId} and id = any(${ids}) and archived_at is null`,
  );

/** Whether the project has this client; it is not deleted until the transaction ends. */
export async function shareClient(db: Db, projectId: string, id: string): Promise<boolean> {
  const found = await rows(db, sql`select from clients where project_id = ${projectId} and id = ${id} for key share`);
  return found.length > 0;
}

/** Whether the project has this server group or snapshot; it is not deleted until the transaction ends. */
export async function shareServerGroup(db: Db, projectId: string, id: string): Promise<boolean> {
  const found = await rows(
    db,
    sql`select from server_groups where project_id = ${projectId} and id = ${id} for key share`,
  );
  return found.length > 0;
}

/** The project's environments that are not archived and name this image, at most 20; none is added while the image's row is locked. */
export const listEnvironmentsOfImage = (
  db: Db,
  projectId: string,
  imageId: string,
): Promise<{ kind: 'environment'; id: string; name: string }[]> =>
  rows(
    db,
    sql`
    select 'environment' as kind, id, name from environments
    where project_id = ${projectId} and name is not null and archived_at is null and body ->> 'sandboxImageId' = ${imageId}
    order by name limit 20`,
  );
