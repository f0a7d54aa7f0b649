import type { ConnectionError } from '@assay/contract/areas/server-connections/documents';
import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import { OPEN_STATUSES, type StoredConnection } from '../../domain/server-connections/connection.ts';

export type NewConnection = Pick<
  StoredConnection,
  'id' | 'organizationId' | 'userId' | 'keyId' | 'sessionId' | 'url'
> & {
  projectId?: string;
  serverId?: string;
  name?: string;
};

/** How long a connection may take, in minutes. */
const MINUTES = 15;

const WAITING = "('awaiting_project', 'awaiting_authorization', 'authorizing')";
const waiting = fragment(WAITING);
const columns = fragment(`id, organization_id, user_id, key_id, session_id, project_id,
  meant_server_id, server_id, url, name, case when status in ${WAITING} and expires_at < now() then 'expired' else status end as status,
  error, sealed, browser_hash, expires_at`);

export async function insertConnection(
  db: Db,
  { id, organizationId, userId, keyId, sessionId, projectId, serverId, url, name }: NewConnection,
): Promise<void> {
  await db.query(sql`
    insert into connections (id, organization_id, user_id, key_id, session_id, project_id, meant_server_id, url, name, status, expires_at)
    values (${id}, ${organizationId}, ${userId}, ${keyId}, ${sessionId}, ${projectId ?? null}, ${serverId ?? null}, ${url}, ${name ?? null}, 'discovering', now() + make_interval(mins => ${MINUTES}))`);
}

export async function findConnection(db: Db, id: string): Promise<StoredConnection | undefined> {
  return (await rows<StoredConnection>(db, sql`select ${columns} from connections where id = ${id}`))[0];
}

export async function findConnectionByState(db: Db, stateHash: Buffer): Promise<StoredConnection | undefined> {
  return (await rows<StoredConnection>(db, sql`select ${columns} from connections where state_hash = ${stateHash}`))[0];
}

/** The columns that change with a status; absent ones stay. */
export interface ConnectionStep {
  projectId?: string;
  meantServerId?: string;
  serverId?: string;
  sealed?: Buffer;
  error?: ConnectionError;
}

/**
 * Moves a connection to another status if its status is the expected one; false otherwise. The final statuses delete
 * the sealed context.
 */
export async function advanceConnection(
  db: Db,
  id: string,
  from: StoredConnection['status'][],
  to: Exclude<StoredConnection['status'], 'expired'>,
  { projectId, meantServerId, serverId, sealed, error }: ConnectionStep = {},
): Promise<boolean> {
  const isOver = to === 'ready' || to === 'failed' || to === 'cancelled';
  // Tenant: the connection was found by its person, and has no project before it is saved.
  const { rowCount } = await db.query(sql`
    update connections set status = ${to}, project_id = coalesce(${projectId ?? null}, project_id),
      meant_server_id = coalesce(${meantServerId ?? null}, meant_server_id), server_id = coalesce(${serverId ?? null}, server_id),
      sealed = case when ${isOver} then null else coalesce(${sealed ?? null}::bytea, sealed) end, state_hash = null,
      error = ${error ? JSON.stringify(error) : null}::json, updated_at = now()
    where id = ${id} and status = any(${from})`);
  return rowCount === 1;
}

/** Cancels a connection, unless it has ended or its server is saved already. */
export async function cancelConnection(db: Db, id: string): Promise<boolean> {
  // Tenant: the connection was found by its person, and has no project before it is saved.
  const { rowCount } = await db.query(sql`
    update connections set status = 'cancelled', sealed = null, state_hash = null, error = null, updated_at = now()
    where id = ${id} and status = any(${OPEN_STATUSES}) and server_id is null`);
  return rowCount === 1;
}

/** Stores what recognizes the browser when it returns. A later browser replaces an earlier one. */
export async function setOut(
  db: Db,
  id: string,
  { sealed, stateHash, browserHash }: { sealed: Buffer; stateHash: Buffer; browserHash: Buffer },
): Promise<boolean> {
  // Tenant: the connection was found by its person, and has no project before it is saved.
  const { rowCount } = await db.query(sql`
    update connections set status = 'authorizing', sealed = ${sealed}, state_hash = ${stateHash}, browser_hash = ${browserHash}, updated_at = now()
    where id = ${id} and status in ('awaiting_authorization', 'authorizing') and expires_at > now()`);
  return rowCount === 1;
}

/**
 * Ends connections that a killed process left unfinished, drops the secrets of expired ones, and deletes connections
 * that ended a day ago.
 */
export async function deleteOldConnections(db: Db, interrupted: ConnectionError): Promise<void> {
  // Tenant: the task goes over the connections of every project.
  await db.query(sql`
    update connections set status = 'failed', sealed = null, state_hash = null, error = ${JSON.stringify(interrupted)}::json, updated_at = now()
    where status in ('discovering', 'validating') and updated_at < now() - interval '2 minutes'`);
  await db.query(
    sql`update connections set sealed = null, state_hash = null where sealed is not null and expires_at < now() and status in ${waiting}`,
  );
  await db.query(sql`delete from connections where updated_at < now() - interval '1 day'`);
}
