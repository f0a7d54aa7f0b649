import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { OpenTurn, VisitSession } from '../../domain/visits/visit-view.ts';

interface SessionRow {
  id: string;
  endReason: string | null;
  turnId: string | null;
  promptIndex: number;
  status: OpenTurn['status'];
  reply: OpenTurn['reply'];
}

export async function findVisitSession(db: Db, visitorId: string): Promise<VisitSession | undefined> {
  const [row] = await rows<SessionRow>(
    db,
    sql`
    select chat_sessions.id, end_reason, turns.id as turn_id, turns.prompt_index, turns.status, turns.reply
    from chat_sessions left join turns on turns.id = chat_sessions.open_turn_id
    where visitor_id = ${visitorId} order by chat_sessions.id desc limit 1`,
  );
  if (!row) return undefined;
  return {
    id: row.id,
    endReason: row.endReason ?? undefined,
    openTurn:
      row.turnId === null
        ? undefined
        : { id: row.turnId, promptIndex: row.promptIndex, status: row.status, reply: row.reply },
  };
}

/** Whether a turn belongs to a conversation of the visitor. */
export async function findTurnSession(db: Db, visitorId: string, turnId: string): Promise<string | undefined> {
  const [row] = await rows<{ sessionId: string }>(
    db,
    sql`
    select session_id from turns join chat_sessions on chat_sessions.id = turns.session_id
    where turns.id = ${turnId} and visitor_id = ${visitorId}`,
  );
  return row?.sessionId;
}

/** Conversations that were just ended, and the turns that are open in them. */
export interface EndedSessions {
  sessionIds: string[];
  openTurnIds: string[];
}

interface EndedRow {
  id: string;
  openTurnId: string | null;
}

const toEnded = (ended: EndedRow[]): EndedSessions => ({
  sessionIds: ended.map(({ id }) => id),
  openTurnIds: ended.flatMap(({ openTurnId: turnId }) => turnId ?? []),
});

/** Ends the conversations of a visitor that have not ended. */
export async function endVisitSessions(tx: Tx, visitorId: string, reason: string): Promise<EndedSessions> {
  // Tenant: the cookie of the visitor proves the right to the sessions.
  return toEnded(
    await rows<EndedRow>(
      tx,
      sql`
    update chat_sessions set ended_at = now(), end_reason = ${reason}, version = version + 1
    where visitor_id = ${visitorId} and ended_at is null returning id, open_turn_id`,
    ),
  );
}

/**
 * Ends conversations of visitors in which nothing happened for `idleMinutes`, at most `limit` of them; one whose turn runs is
 * left alone.
 */
export async function endIdleSessions(tx: Tx, idleMinutes: number, limit: number): Promise<EndedSessions> {
  // Tenant: the task goes over the sessions of every study.
  return toEnded(
    await rows<EndedRow>(
      tx,
      sql`
    update chat_sessions set ended_at = now(), end_reason = 'idle', version = version + 1
    where id in (
      select chat_sessions.id from chat_sessions left join turns on turns.id = open_turn_id
      where origin = 'study' and chat_sessions.ended_at is null
        and last_activity_at < now() - make_interval(mins => ${idleMinutes})
        and (turns.id is null or turns.status = 'waiting')
      order by last_activity_at limit ${limit} for update of chat_sessions skip locked)
    returning id, open_turn_id`,
    ),
  );
}
