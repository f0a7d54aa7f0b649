import { failedMining } from '@assay/findings/mining/mining-failure';
import type { WeekWindow } from '@assay/grading/measures/week-window';
import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { MinedWeek } from '../../domain/study-analytics/mined-week.ts';

/** A window by its key. */
export interface WindowKey {
  studyId: string;
  windowId: string;
}

/** Notes that a measured session of each window ended, so that it is mined. */
export async function noteWindowChanges(tx: Tx, windows: (WeekWindow & { studyId: string })[]): Promise<void> {
  await tx.query(sql`
    insert into study_windows (study_id, id, start_at, end_at, changed_at)
    select distinct study_id, id, start_at, end_at, statement_timestamp() from unnest(
      ${windows.map(({ studyId }) => studyId)}::text[], ${windows.map(({ id }) => id)}::text[],
      ${windows.map(({ startAt }) => new Date(startAt))}::timestamptz[], ${windows.map(({ endAt }) => new Date(endAt))}::timestamptz[]
    ) as w(study_id, id, start_at, end_at)
    order by study_id, id
    on conflict (study_id, id) do update set changed_at = excluded.changed_at, mine_after = null`);
}

/** Locks a window that changed since it was mined, and was not mined within the last `pauseMs`; one whose mining failed is left alone. */
export async function claimDueWindow(tx: Tx, pauseMs: number): Promise<WindowKey | undefined> {
  const [due] = await rows<WindowKey>(
    tx,
    sql`
    select study_id, id as "windowId" from study_windows
    where (mined_at is null or mined_at <= changed_at) and (mined_at is null or mined_at < now() - ${pauseMs} * interval '1 ms')
      and (mine_after is null or mine_after <= now())
    order by changed_at, study_id, id limit 1 for update skip locked`,
  );
  return due;
}

/** Counts the signals of a window's ended sessions, the most frequent first, and notes them as mined. */
export async function mineSignals(tx: Tx, { studyId, windowId }: WindowKey, limit: number): Promise<void> {
  await tx.query(sql`
    update study_windows set mined_at = statement_timestamp(), mining_failures = 0, mine_after = null,
      (sessions, rated) = (
        select count(*), count(*) filter (where exists (select from chat_feedback f where f.session_id = m.session_id))
        from session_measures m where study_id = ${studyId} and window_id = ${windowId} and is_ended and session_id is not null),
      signals = coalesce((
        select json_agg(found order by affected desc, fingerprint) from (
          select g.fingerprint, count(*)::int as affected, sum(g.occurrences)::int as occurrences,
                 (extract(epoch from min(s.created_at)) * 1000)::float8 as "firstAt", (extract(epoch from max(coalesce(s.ended_at, s.last_activity_at))) * 1000)::float8 as "lastAt"
          from session_measures m
          join session_signals g on g.session_id = m.session_id join chat_sessions s on s.id = m.session_id
          where m.study_id = ${studyId} and m.window_id = ${windowId} and m.is_ended
          group by g.fingerprint order by affected desc, g.fingerprint limit ${limit}) found), '[]')
    where study_id = ${studyId} and id = ${windowId}`);
}

/** Leaves a window alone for a while after its mining failed. */
export async function noteMiningFailure(db: Db, { studyId, windowId }: WindowKey): Promise<void> {
  await db.query(sql`
    update study_windows set ${failedMining} where study_id = ${studyId} and id = ${windowId}`);
}

/** The newest windows of a study, the oldest first. */
export const listWindows = async (db: Db, studyId: string, limit: number): Promise<MinedWeek[]> =>
  (
    await rows<MinedWeek>(
      db,
      sql`
      select id, start_at, end_at, mined_at, sessions, rated, signals
      from study_windows where study_id = ${studyId} order by start_at desc limit ${limit}`,
    )
  ).toReversed();

/** A window of a study. */
export async function findWindow(db: Db, studyId: string, windowId: string): Promise<MinedWeek | undefined> {
  const [found] = await rows<MinedWeek>(
    db,
    sql`
    select id, start_at, end_at, mined_at, sessions, rated, signals
    from study_windows where study_id = ${studyId} and id = ${windowId}`,
  );
  return found;
}

/** How many ended sessions of a study are in windows that were mined. */
export async function countAnalyzed(db: Db, studyId: string): Promise<number> {
  const [row] = await rows<{ count: number }>(
    db,
    sql`select coalesce(sum(sessions), 0)::int as count from study_windows where study_id = ${studyId} and mined_at is not null`,
  );
  return row!.count;
}
