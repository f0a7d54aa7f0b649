import { foldedName } from '@assay/contract/normal-name';
import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** A suite or journey that uses environments and clients. */
export interface AttachmentHolder {
  projectId: string;
  kind: string;
  id: string;
}

export interface AttachableEnvironment {
  id: string;
  name: string | null;
  isArchived: boolean;
  /** Whether the holder uses it already. */
  isAttached: boolean;
}

/** Locks a holder until the transaction ends, so that two replacements of its attachments do not mix. */
export async function lockHolder(db: Db, holderId: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock('attachments'::regclass::int, hashtext(${holderId}))`);
}

/** The project's environments with these ids; none of them is archived or restored until the transaction ends. */
export async function lockEnvironments(
  db: Db,
  { projectId, kind, id: holderId }: AttachmentHolder,
  ids: readonly string[],
): Promise<AttachableEnvironment[]> {
  const found = await rows<{ id: string; name: string | null; isArchived: boolean; isAttached: boolean }>(
    db,
    sql`
    select id, name, archived_at is not null as is_archived,
      exists (
        select from attachments
        where project_id = ${projectId} and holder_kind = ${kind} and holder_id = ${holderId}
          and environment_id = environments.id) as is_attached
    from environments where project_id = ${projectId} and id = any(${ids}) order by id for share`,
  );
  return found.map(({ isArchived, isAttached, ...row }) => ({
    ...row,
    isArchived,
    isAttached,
  }));
}

/** The project's clients with these ids or names; none of them is deleted until the transaction ends. */
export const lockClients = (
  db: Db,
  projectId: string,
  references: readonly string[],
): Promise<{ id: string; name: string }[]> =>
  rows(
    db,
    sql`
    select id, name from clients
    where project_id = ${projectId} and (id = any(${references}) or folded_name = any(${references.map(foldedName)}))
    order by id for key share`,
  );

export async function insertAttachments(
  db: Db,
  { projectId, kind, id }: AttachmentHolder,
  environmentIds: readonly string[],
  clientIds: readonly string[],
): Promise<void> {
  await db.query(sql`
    insert into attachments (project_id, holder_kind, holder_id, environment_id, client_id)
    select ${projectId}, ${kind}, ${id}, environment_id, client_id
    from (
      select environment_id, null as client_id from unnest(${environmentIds}::text[]) environment_id
      union select null, client_id from unnest(${clientIds}::text[]) client_id
    ) targets`);
}

/** Removes what a suite or journey uses. */
export async function deleteAttachments(db: Db, { projectId, kind, id }: AttachmentHolder): Promise<void> {
  await db.query(
    sql`delete from attachments where project_id = ${projectId} and holder_kind = ${kind} and holder_id = ${id}`,
  );
}
