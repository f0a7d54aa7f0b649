import { fragment, rows, sql, type Tx } from '@assay/kit/postgres/db';
import type { GuestLimits } from '../../domain/visits/guest-limits.ts';

const TODAY = fragment(`(now() at time zone 'utc')::date`);

/** Keeps a study as it is until the transaction ends. Not under the lock of a session: changes of a study lock both the other way round. */
export async function holdStudy(tx: Tx, studyId: string): Promise<void> {
  await tx.query(sql`select from studies where id = ${studyId} for share`);
}

/** Another conversation of the visitor that is not over, with its open turn. */
export async function findOtherVisit(
  tx: Tx,
  visitorId: string,
  sessionId: string,
): Promise<{ sessionId: string; turnId: string | null } | undefined> {
  const [row] = await rows<{ sessionId: string; turnId: string | null }>(
    tx,
    sql`
    select id as "sessionId", open_turn_id as "turnId" from chat_sessions
    where visitor_id = ${visitorId} and ended_at is null and id <> ${sessionId} limit 1`,
  );
  return row;
}

/** The limits of the study of a visitor whose visit is not over, and does not end before the transaction does. */
export async function findGuestLimits(tx: Tx, visitorId: string): Promise<GuestLimits | undefined> {
  const [row] = await rows<{ guestExecution: GuestLimits }>(
    tx,
    sql`
    select studies.guest_execution from studies
    join visitors on visitors.study_id = studies.id and visitors.access_version = studies.access_version
    where visitors.id = ${visitorId} and studies.unpublished_at is null for no key update of visitors`,
  );
  return row?.guestExecution;
}

/** Counts a turn of the visitor on this day; false when the visitor had `cap` of them. */
export async function countVisitorTurn(tx: Tx, visitorId: string, cap: number | undefined): Promise<boolean> {
  const { rowCount } = await tx.query(sql`
    update visitors set turns_day = ${TODAY}, day_turns = case when turns_day = ${TODAY} then day_turns else 0 end + 1,
      last_seen_at = now()
    where id = ${visitorId}
      and (${cap ?? null}::bigint is null or case when turns_day = ${TODAY} then day_turns else 0 end < ${cap ?? null})`);
  return rowCount === 1;
}

/**
 * Counts a turn of the study on this day; false when the study had `cap` of them. The row stays locked, so that the turns of a
 * study are begun one after the other.
 */
export async function countStudyTurn(tx: Tx, studyId: string, cap: number | undefined): Promise<boolean> {
  await tx.query(sql`insert into study_days (study_id, day) values (${studyId}, ${TODAY}) on conflict do nothing`);
  const { rowCount } = await tx.query(sql`
    update study_days set turns = turns + 1
    where study_id = ${studyId} and day = ${TODAY} and (${cap ?? null}::bigint is null or turns < ${cap ?? null})`);
  return rowCount === 1;
}

/** The costs of the turns of a study on this day, in millionths of a US dollar. */
export async function sumSpending(tx: Tx, studyId: string): Promise<number> {
  const [row] = await rows<{ micros: string }>(
    tx,
    sql`
    select coalesce(sum(micros), 0) as micros from study_spending where study_id = ${studyId} and day = ${TODAY}`,
  );
  return Number(row!.micros);
}

/** The open turns of the other visitors of a study. */
export async function countOpenTurns(tx: Tx, studyId: string, exceptVisitorId: string): Promise<number> {
  const [row] = await rows<{ open: number }>(
    tx,
    sql`
    select count(*)::int as open from chat_sessions
    where study_id = ${studyId} and open_turn_id is not null and visitor_id <> ${exceptVisitorId}`,
  );
  return row!.open;
}

/** Adds costs of a turn to the day, in millionths of a US dollar. */
export async function addSpending(tx: Tx, studyId: string, turnId: string, costMicros: number): Promise<void> {
  await tx.query(sql`
    insert into study_spending as known (study_id, day, turn_id, micros) values (${studyId}, ${TODAY}, ${turnId}, ${costMicros})
    on conflict (study_id, day, turn_id) do update set micros = known.micros + excluded.micros`);
}
