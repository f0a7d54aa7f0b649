import type { ChatSession } from '@assay/contract/areas/chat-sessions/documents';
import { rows, sql, type Db } from '@assay/kit/postgres/db';

interface ChatRow {
  id: string;
  title: string;
  status: ChatSession['status'];
  project_id: string;
  visibility: ChatSession['visibility'];
  is_pinned: boolean;
  is_unread: boolean;
  created_at: Date;
  last_activity_at: Date;
}

const toChatSession = (row: ChatRow): ChatSession => ({
  id: row.id,
  ...(row.title !== '' && { title: row.title }),
  status: row.status,
  projectId: row.project_id,
  visibility: row.visibility,
  lastActivityAt: row.last_activity_at.getTime(),
  createdAt: row.created_at.getTime(),
  isPinned: row.is_pinned,
  isUnread: row.is_unread,
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
