import type { ChatSession } from '@assay/contract/areas/chat-sessions/documents';
import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

interface ChatRow {
  id: string;
  title: string;
  status: ChatSession['status'];
  projectId: string;
  visibility: ChatSession['visibility'];
  isPinned: boolean;
  isUnread: boolean;
  createdAt: Date;
  lastActivityAt: Date;
}

const toChatSession = (row: ChatRow): ChatSession => ({
  id: row.id,
  ...(row.title !== '' && { title: row.title }),
  status: row.status,
  projectId: row.projectId,
  visibility: row.visibility,
  lastActivityAt: row.lastActivityAt.getTime(),
  createdAt: row.createdAt.getTime(),
  isPinned: row.isPinned,
  isUnread: row.isUnread,
});

export interface ChatFilter {
  organizationId: string;
  userId: string;
  status: ChatSession['status'];
  projectId: string | undefined;
}
/** The last activity and the id of the last session of a page. */
export type ChatPosition = readonly [at: Date, id: string];

/** The chat sessions that the user may see, most recently active first. */
export async function listChatSessions(
  db: Db,
  { organizationId, userId, status, projectId }: ChatFilter,
  after: ChatPosition | undefined,
  limit: number,
): Promise<ChatSession[]> {
  const [at, id] = after ?? [];
  return (
    await rows<ChatRow>(
      db,
      sql`
    select id, title, status, chat_sessions.project_id, visibility, created_at, last_activity_at,
      is_pinned and chat_sessions.user_id = ${userId} as is_pinned, is_unread and chat_sessions.user_id = ${userId} as is_unread
    from chat_sessions join project_grants using (organization_id, project_id)
    where organization_id = ${organizationId} and status = ${status} and (${projectId}::text is null or project_id = ${projectId})
      and project_grants.user_id = ${userId} and (visibility = 'project' or chat_sessions.user_id = ${userId})
      and (${at}::timestamptz is null or (last_activity_at, id) < (${at}, ${id}))
    order by last_activity_at desc, id desc limit ${limit}`,
    )
  ).map(toChatSession);
}

/** A session as its service tells of it. */
export interface IndexedSession extends Omit<ChatSession, 'lastActivityAt' | 'createdAt'> {
  organizationId: string;
  userId: string;
  title: string;
  version: number;
  createdAt: Date;
  lastActivityAt: Date;
}

/** Writes a session into the index, unless it was deleted, a later version is there, or its project or owner is gone. */
export async function upsertChatSession(tx: Tx, session: IndexedSession): Promise<void> {
  const { id, organizationId, projectId, userId, title, status, visibility, isPinned, isUnread, version } = session;
  await tx.query(sql`
    insert into chat_sessions (id, organization_id, project_id, user_id, title, status, visibility, is_pinned, is_unread, created_at, last_activity_at, version)
    select ${id}, p.organization_id, p.id, u.id, ${title}, ${status}, ${visibility}, ${isPinned}, ${isUnread}, ${session.createdAt}, ${session.lastActivityAt}, ${version}::int
    from projects p join users u on u.id = ${userId}
    where p.id = ${projectId} and p.organization_id = ${organizationId} and not exists (select from deleted_chat_sessions where id = ${id})
    on conflict (id) do update set title = excluded.title, status = excluded.status, visibility = excluded.visibility,
      is_pinned = excluded.is_pinned, is_unread = excluded.is_unread, last_activity_at = excluded.last_activity_at, version = excluded.version
    where chat_sessions.version < excluded.version`);
}

/** Takes sessions out of the index for good. */
export async function deleteChatSessions(tx: Tx, ids: string[]): Promise<void> {
  // Tenant: an event of the owning service names the deleted sessions.
  await tx.query(sql`
    with gone as (insert into deleted_chat_sessions (id) select unnest(${ids}::text[]) on conflict do nothing)
    delete from chat_sessions where id = any(${ids})`);
}

/** Forgets some deletions that no late event can follow any more; answers their number. */
export async function deleteOldTombstones(db: Db, days: number, limit: number): Promise<number> {
  const { rowCount } = await db.query(sql`
    delete from deleted_chat_sessions where ctid = any(array(
      select ctid from deleted_chat_sessions where deleted_at < now() - make_interval(days => ${days}) limit ${limit}))`);
  return rowCount ?? 0;
}
