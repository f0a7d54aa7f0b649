import type { SessionSpec } from '@assay/contract/areas/chat-sessions/turn-work';
import { fragment, prepared, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { listDistinctIds } from '@assay/kit/postgres/distinct-ids';
import type { NewSession, OwnConversation, StoredSession } from '../../domain/chat-sessions/chat-session.ts';
import { deleteBrowsers } from '../browsers/browsers.ts';

const columns = fragment(
  'id, organization_id, project_id, origin, owner_id, study_id, visitor_id, environment_id, status, visibility, is_pinned, is_unread, title, preview, settings, runner_labels, version, turn_count, message_count, open_turn_id, created_at, last_activity_at, ended_at, end_reason',
);

/** Undefined when there is a session with the id. */
export async function insertSession(
  tx: Tx,
  { sessionId, caller: { id: callerId, organizationId, projectId } }: OwnConversation,
  { origin, studyId, settings, spec, runnerLabels }: NewSession,
  { title, preview }: Pick<StoredSession, 'title' | 'preview'>,
): Promise<StoredSession | undefined> {
  const [ownerId, visitorId] = origin === 'study' ? [null, callerId] : [callerId, null];
  const [row] = await rows<StoredSession>(
    tx,
    sql`
    insert into chat_sessions (id, organization_id, project_id, origin, owner_id, study_id, visitor_id, environment_id, title, preview, settings, spec, runner_labels)
    values (${sessionId}, ${organizationId}, ${projectId}, ${origin}, ${ownerId}, ${studyId ?? null}, ${visitorId},
            ${settings.environmentId ?? null}, ${title}, ${preview}, ${JSON.stringify(settings)}, ${JSON.stringify(spec)}, ${runnerLabels})
    on conflict (id) do nothing returning ${columns}`,
  );
  return row;
}

export async function findSession(db: Db, id: string): Promise<StoredSession | undefined> {
  const [row] = await rows<StoredSession>(db, prepared`select ${columns} from chat_sessions where id = ${id}`);
  return row;
}

/** The conversation of a visitor that is not over. */
export async function findOpenVisit(db: Db, visitorId: string): Promise<StoredSession | undefined> {
  const [row] = await rows<StoredSession>(
    db,
    sql`select ${columns} from chat_sessions where visitor_id = ${visitorId} and ended_at is null order by id desc limit 1`,
  );
  return row;
}

/** Locks a session, whose turns are written in its order; undefined when it is gone. */
export async function lockSession(tx: Tx, id: string): Promise<StoredSession | undefined> {
  const [row] = await rows<StoredSession>(
    tx,
    sql`select ${columns} from chat_sessions where id = ${id} for no key update`,
  );
  return row;
}

/** Locks the sessions of turns, in the order of their ids. */
export async function lockSessionsOf(tx: Tx, turnIds: string[]): Promise<StoredSession[]> {
  return rows<StoredSession>(
    tx,
    sql`
    select ${columns} from chat_sessions where id in (select session_id from turns where id = any(${turnIds}))
    order by id for no key update`,
  );
}

/** The columns of a session that its turns change; its version rises. */
export type SessionProgress = Partial<Pick<StoredSession, 'turnCount' | 'messageCount' | 'openTurnId' | 'isUnread'>>;

/** Answers the session as it is then. */
export async function advanceSession(
  tx: Tx,
  session: StoredSession,
  progress: SessionProgress,
): Promise<StoredSession> {
  const next = { ...session, ...progress };
  const [row] = await rows<StoredSession>(
    tx,
    sql`
    update chat_sessions set turn_count = ${next.turnCount}, message_count = ${next.messageCount}, open_turn_id = ${next.openTurnId},
           is_unread = ${next.isUnread}, version = version + 1, last_activity_at = now()
    where project_id = ${session.projectId} and id = ${session.id} returning ${columns}`,
  );
  return row!;
}

/** A session as runners are told of it. */
export interface RunnableSession {
  id: string;
  organizationId: string;
  projectId: string;
  spec: SessionSpec;
}

export async function listRunnable(db: Db, ids: string[]): Promise<Map<string, RunnableSession>> {
  const found = await rows<RunnableSession>(
    db,
    sql`select id, organization_id, project_id, spec from chat_sessions where id = any(${ids})`,
  );
  return new Map(found.map((each) => [each.id, each]));
}

/** Writes what the owner of a session changed; its version rises. */
export async function updateSession(tx: Tx, session: StoredSession): Promise<StoredSession> {
  const { id, projectId, title, status, visibility, isPinned, isUnread } = session;
  const [row] = await rows<StoredSession>(
    tx,
    sql`
    update chat_sessions set title = ${title}, status = ${status}, visibility = ${visibility}, is_pinned = ${isPinned}, is_unread = ${isUnread},
           version = version + 1
    where project_id = ${projectId} and id = ${id} returning ${columns}`,
  );
  return row!;
}

/** Deletes a session, the work item of its open turn, and its browser. */
export async function deleteSession(
  tx: Tx,
  { id, projectId, openTurnId }: Pick<StoredSession, 'id' | 'projectId' | 'openTurnId'>,
): Promise<void> {
  await deleteBrowsers(tx, [id]);
  await tx.query(sql`delete from chat_sessions where project_id = ${projectId} and id = ${id}`);
  await tx.query(sql`delete from work where project_id = ${projectId} and id = ${openTurnId}`);
}

/** Some organizations that have sessions, in the order of their ids. */
export const listSessionOrganizations = (db: Db, after: string, limit: number): Promise<string[]> =>
  listDistinctIds(db, { table: 'chat_sessions', column: 'organization_id' }, after, limit);

/** Locks some sessions of an organization that were idle for longer than `days` and whose turn no runner has; answers their ids. */
export async function lockIdleSessions(tx: Tx, organizationId: string, days: number, limit: number): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`
    select id from chat_sessions
    where organization_id = ${organizationId} and last_activity_at < now() - make_interval(days => ${days})
      and not exists (select from turns where turns.id = open_turn_id and turns.status in ('queued', 'running'))
    order by last_activity_at limit ${limit} for update skip locked`,
  );
  return found.map(({ id }) => id);
}

/** Deletes sessions with everything of them, their browsers included. */
export async function deleteSessions(tx: Tx, ids: string[]): Promise<void> {
  await deleteBrowsers(tx, ids);
  // Tenant: retention goes over the sessions of every project.
  await tx.query(sql`delete from chat_sessions where id = any(${ids})`);
}
