import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { InsightsTable, type StoredInsights } from '@assay/findings/insights/insights-table';
import type { FindingSession } from '../../domain/study-analytics/stored-finding.ts';

/** Insights of weeks, one row for each week that has some. */
export const studyInsights = new InsightsTable('study_insights');

/** The key of the insights of a week. */
export const weekKey = (studyId: string, windowId: string) => ({ study_id: studyId, window_id: windowId });

/** At most this many sessions of a window are quoted for a finding. */
const EVIDENCE = 5;

/** The insights of the newest window that has any. */
export async function findNewestInsights(db: Db, studyId: string): Promise<StoredInsights | undefined> {
  const [found] = await rows<StoredInsights>(
    db,
    // The names of weeks sort by time.
    sql`
    select status, body, reason_code as "reasonCode", updated_at as "updatedAt" from study_insights
    where study_id = ${studyId} order by window_id desc limit 1`,
  );
  return found;
}

/** The newest sessions of a window that showed each signal. */
export async function listWindowEvidence(
  db: Db,
  studyId: string,
  windowId: string,
  fingerprints: string[],
): Promise<Map<string, FindingSession[]>> {
  const found = await rows<FindingSession & { fingerprint: string }>(
    db,
    sql`
    select f.fingerprint, s.session_id as "sessionId", s.prompt_index as "promptIndex", s.occurrences, s.excerpt
    from unnest(${fingerprints}::text[]) as f(fingerprint) cross join lateral (
      select * from session_signals
      where study_id = ${studyId} and fingerprint = f.fingerprint and window_id = ${windowId}
      order by session_id desc limit ${EVIDENCE}) s`,
  );
  return Map.groupBy(found, ({ fingerprint }) => fingerprint);
}

/** Keeps a window from being deleted; false when it is gone. */
export const holdWindow = async (tx: Tx, studyId: string, windowId: string): Promise<boolean> =>
  (await rows(tx, sql`select from study_windows where study_id = ${studyId} and id = ${windowId} for key share`))
    .length > 0;

/** Which of these sessions exist. */
export async function listExistingSessions(db: Db, studyId: string, sessionIds: string[]): Promise<Set<string>> {
  const found = await rows<{ id: string }>(
    db,
    sql`select id from chat_sessions where study_id = ${studyId} and id = any(${sessionIds})`,
  );
  return new Set(found.map(({ id }) => id));
}
