import { foldedName } from '@assay/contract/normal-name';
import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { StoredServerGroup } from '../../domain/server-groups/server-group.ts';

interface GroupRow {
  id: string;
  projectId: string;
  name: string;
  revision: number;
  serverIds: string[];
  snapshotOf: string | null;
  createdAt: Date;
  updatedAt: Date;
}

const columns = fragment('id, project_id, name, revision, server_ids, snapshot_of, created_at, updated_at');

const toGroup = (row: GroupRow): StoredServerGroup => ({
  id: row.id,
  projectId: row.projectId,
  name: row.name,
  revision: row.revision,
  serverIds: row.serverIds,
  snapshotOf: row.snapshotOf ?? undefined,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

export type NewServerGroup = Pick<StoredServerGroup, 'id' | 'projectId' | 'name' | 'serverIds'>;

/** Undefined when the project has a group with that name. */
export async function insertServerGroup(
  db: Db,
  { id, projectId, name, serverIds }: NewServerGroup,
): Promise<StoredServerGroup | undefined> {
  const [row] = await rows<GroupRow>(
    db,
    sql`
    insert into server_groups (id, project_id, name, folded_name, server_ids)
    values (${id}, ${projectId}, ${name}, ${foldedName(name)}, ${serverIds})
    on conflict do nothing
    returning ${columns}`,
  );
  return row && toGroup(row);
}

export async function findServerGroup(db: Db, projectId: string, id: string): Promise<StoredServerGroup | undefined> {
  const [row] = await rows<GroupRow>(
    db,
    sql`select ${columns} from server_groups where project_id = ${projectId} and id = ${id}`,
  );
  return row && toGroup(row);
}

/** Reads a server group and locks its row until the transaction ends. */
export async function claimServerGroup(db: Db, projectId: string, id: string): Promise<StoredServerGroup | undefined> {
  const [row] = await rows<GroupRow>(
    db,
    sql`select ${columns} from server_groups where project_id = ${projectId} and id = ${id} for update`,
  );
  return row && toGroup(row);
}

/** Newest first, after the cursor, without snapshots. */
export async function listServerGroups(
  db: Db,
  projectId: string,
  after: string | undefined,
  limit: number,
): Promise<StoredServerGroup[]> {
  const found = await rows<GroupRow>(
    db,
    sql`
    select ${columns} from server_groups
    where project_id = ${projectId} and snapshot_of is null and (${after}::text is null or id < ${after})
    order by id desc limit ${limit}`,
  );
  return found.map(toGroup);
}

/** Writes a server group over the revision that was read. */
export async function replaceServerGroup(
  db: Db,
  { id, projectId, name, serverIds, revision }: StoredServerGroup,
): Promise<StoredServerGroup | undefined> {
  const [row] = await rows<GroupRow>(
    db,
    sql`
    update server_groups set name = ${name}, folded_name = ${foldedName(name)}, server_ids = ${serverIds},
      revision = revision + 1, updated_at = now()
    where project_id = ${projectId} and id = ${id} and revision = ${revision}
    returning ${columns}`,
  );
  return row && toGroup(row);
}

/** Undefined when this revision of the group has its snapshot. */
export async function insertSnapshot(
  db: Db,
  snapshotId: string,
  { id, projectId, name, revision, serverIds }: StoredServerGroup,
): Promise<StoredServerGroup | undefined> {
  const [row] = await rows<GroupRow>(
    db,
    sql`
    insert into server_groups (id, project_id, name, folded_name, revision, server_ids, snapshot_of)
    values (${snapshotId}, ${projectId}, ${name}, ${foldedName(name)}, ${revision}, ${serverIds}, ${id})
    on conflict (id) do nothing
    returning ${columns}`,
  );
  return row && toGroup(row);
}

/** The environments that keep a server group from being deleted, at most `limit`. */
export const listKeepingEnvironments = (
  db: Db,
  serverGroupId: string,
  limit: number,
): Promise<{ id: string; name: string }[]> =>
  rows(
    db,
    sql`select id, name from environments where kept_server_group_id = ${serverGroupId} order by id limit ${limit}`,
  );

export async function deleteServerGroup(db: Db, projectId: string, id: string): Promise<void> {
  await db.query(sql`delete from server_groups where project_id = ${projectId} and id = ${id}`);
}
