import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { StudySessionRow } from '../../domain/studies/study-session.ts';

interface Row {
  id: string;
  messageCount: number;
  preview: string;
  modelId: string | null;
  toolCalls: number;
  memberEmail: string | null;
  isSignedIn: boolean;
  isReturning: boolean;
  rating: number | null;
  comment: string | null;
  ratings: number;
  createdAt: Date;
  lastActivityAt: Date;
  endedAt: Date | null;
  endReason: string | null;
}

const columns = fragment(`
  chat_sessions.id, message_count, preview, settings ->> 'modelId' as model_id,
  (select count(*)::int from chat_tool_calls where session_id = chat_sessions.id) as tool_calls,
  study_members.email as member_email, visitors.user_id is not null as is_signed_in,
  exists (select from chat_sessions earlier
    where earlier.visitor_id = chat_sessions.visitor_id and earlier.id < chat_sessions.id) as is_returning,
  feedback.rating, feedback.comment, feedback.ratings,
  chat_sessions.created_at, last_activity_at, ended_at, end_reason`);
const visited = fragment(`
  chat_sessions
  left join visitors on visitors.id = chat_sessions.visitor_id
  left join study_members on study_members.id = visitors.member_id
  cross join lateral (
    select avg(case rating when 'up' then 1 else -1 end)::float8 as rating, count(*)::int as ratings,
      (array_agg(comment order by created_at desc) filter (where comment <> ''))[1] as comment
    from chat_feedback where session_id = chat_sessions.id
  ) feedback`);

const toRow = (row: Row): StudySessionRow => ({
  id: row.id,
  messageCount: row.messageCount,
  preview: row.preview,
  modelId: row.modelId ?? undefined,
  toolCallCount: row.toolCalls,
  memberEmail: row.memberEmail ?? undefined,
  isSignedIn: row.isSignedIn,
  isReturning: row.isReturning,
  feedback: { rating: row.rating, comment: row.comment, count: row.ratings },
  createdAt: row.createdAt,
  lastActivityAt: row.lastActivityAt,
  endedAt: row.endedAt ?? undefined,
  endReason: row.endReason ?? undefined,
});

/** The sessions of a study's visitors, newest first, after the cursor. */
export async function listStudySessions(
  db: Db,
  studyId: string,
  after: string | undefined,
  limit: number,
): Promise<StudySessionRow[]> {
  const found = await rows<Row>(
    db,
    sql`
    select ${columns} from ${visited}
    where chat_sessions.study_id = ${studyId} and (${after}::text is null or chat_sessions.id < ${after})
    order by chat_sessions.id desc limit ${limit}`,
  );
  return found.map(toRow);
}

export async function findStudySession(
  db: Db,
  studyId: string,
  sessionId: string,
): Promise<StudySessionRow | undefined> {
  const [row] = await rows<Row>(
    db,
    sql`select ${columns} from ${visited} where chat_sessions.study_id = ${studyId} and chat_sessions.id = ${sessionId}`,
  );
  return row && toRow(row);
}

/** When the turns with these ids began. */
export async function findTurnTimes(db: Db, turnIds: readonly string[]): Promise<Map<string, Date>> {
  const found = await rows<{ id: string; createdAt: Date }>(
    db,
    sql`select id, created_at from turns where id = any(${turnIds})`,
  );
  return new Map(found.map(({ id, createdAt }) => [id, createdAt]));
}
