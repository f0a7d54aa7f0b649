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
