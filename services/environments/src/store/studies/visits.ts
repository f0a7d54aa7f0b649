import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { VisitEnd } from '../../domain/studies/study-record.ts';

/** All visits of a study, or the visits of one member: by the personal link, or by the member's account. */
export interface VisitsOf {
  studyId: string;
  member?: { id: string; userId: string | undefined };
}

/** Ends the sessions of these visits, locked in the order of their ids; answers the turns that were under way in them. */
export async function endStudySessions(db: Db, { studyId, member }: VisitsOf, reason: VisitEnd): Promise<string[]> {
  // Tenant: the transaction has found the study in its project.
  const ended = await rows<{ openTurnId: string | null }>(
    db,
    sql`
    with live as (
      select id from chat_sessions
      where study_id = ${studyId} and ended_at is null
        and (${member === undefined} or visitor_id in (
          select id from visitors
          where study_id = ${studyId} and (member_id = ${member?.id ?? null} or user_id = ${member?.userId ?? null})))
      order by id for no key update)
    update chat_sessions set ended_at = now(), end_reason = ${reason}, version = version + 1
    from live where chat_sessions.id = live.id returning open_turn_id`,
  );
  return ended.flatMap(({ openTurnId: id }) => (id === null ? [] : [id]));
}

/** Ends the visits of one member. The visits of all visitors end with the access version of the study. */
export async function endMemberVisits(
  db: Db,
  studyId: string,
  { id, userId = null }: { id: string; userId: string | null | undefined },
): Promise<void> {
  await db.query(sql`
    update visitors set access_version = 0
    where study_id = ${studyId} and (member_id = ${id} or user_id = ${userId})`);
}
