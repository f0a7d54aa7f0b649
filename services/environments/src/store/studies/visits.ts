import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { VisitEnd } from '../../domain/studies/study-record.ts';

/** Ends the sessions of a study's visitors, or of one member's; answers the turns that were under way in them. */
export async function endStudySessions(
  db: Db,
  { studyId, memberId }: { studyId: string; memberId?: string },
  reason: VisitEnd,
): Promise<string[]> {
  const ended = await rows<{ open_turn_id: string | null }>(
    db,
    sql`
    update chat_sessions set ended_at = now(), end_reason = ${reason}, version = version + 1
    where study_id = ${studyId} and ended_at is null
      and (${memberId ?? null}::text is null
        or visitor_id in (select id from visitors where study_id = ${studyId} and member_id = ${memberId ?? null}))
    returning open_turn_id`,
  );
  return ended.flatMap(({ open_turn_id: id }) => (id === null ? [] : [id]));
}

/** Ends the visits of one member. The visits of all members end with the access version of the study. */
export async function endMemberVisits(db: Db, studyId: string, memberId: string): Promise<void> {
  await db.query(sql`
    update visitors set access_version = 0 where study_id = ${studyId} and member_id = ${memberId}`);
}

/** Ends turns that are not over; the leases of their sessions end with them. */
export async function cancelTurns(db: Db, ids: string[]): Promise<void> {
  await db.query(sql`
    with cancelled as (
      update turns set status = 'cancelled', ended_at = now()
      where id = any(${ids}) and status in ('queued', 'running', 'waiting')
      returning id, session_id
    )
    update chat_sessions set open_turn_id = null from cancelled
    where chat_sessions.id = cancelled.session_id and chat_sessions.open_turn_id = cancelled.id`);
}
