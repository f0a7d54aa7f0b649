import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { FindingSession } from '../../domain/study-analytics/stored-finding.ts';

/** At most this many sessions of a window are quoted for a finding. */
const EVIDENCE = 5;

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
