import { keptJson } from '@assay/kit/json/kept-json';
import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { FindingSession } from '../../domain/study-analytics/stored-finding.ts';
import type { InsightsBody } from '../../domain/study-analytics/window-insights.ts';

export interface StoredInsights {
  windowId: string;
  status: 'pending' | 'completed';
  body: InsightsBody;
  reasonCode: string | null;
  updatedAt: Date;
}

/** At most this many sessions of a window are quoted for a finding. */
const EVIDENCE = 5;

const columns = fragment(
  'window_id as "windowId", status, body, reason_code as "reasonCode", updated_at as "updatedAt"',
);

export async function findStudyInsights(
  db: Db,
  studyId: string,
  windowId: string,
): Promise<StoredInsights | undefined> {
  const [found] = await rows<StoredInsights>(
    db,
    sql`select ${columns} from study_insights where study_id = ${studyId} and window_id = ${windowId}`,
  );
  return found;
}

/** The insights of the newest window that has any. */
export async function findNewestInsights(db: Db, studyId: string): Promise<StoredInsights | undefined> {
  const [found] = await rows<StoredInsights>(
    db,
    // The names of weeks sort by time.
    sql`select ${columns} from study_insights where study_id = ${studyId} order by window_id desc limit 1`,
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

/** Writes insights, as pending when a work item will explain them; false when pending ones exist, or the study is gone. */
export async function saveStudyInsights(
  tx: Tx,
  {
    studyId,
    windowId,
    body,
    jobId,
    reasonCode,
  }: {
    studyId: string;
    windowId: string;
    body: InsightsBody;
    jobId: string | null;
    reasonCode: string | null;
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(sql`
    insert into study_insights (study_id, window_id, status, body, job_id, reason_code)
    select study_id, id, ${jobId === null ? 'completed' : 'pending'}, ${keptJson(body)}::json, ${jobId}, ${reasonCode}
    from study_windows where study_id = ${studyId} and id = ${windowId}
    on conflict (study_id, window_id) do update set
      status = excluded.status, body = excluded.body, job_id = excluded.job_id, reason_code = excluded.reason_code, updated_at = now()
    where study_insights.status <> 'pending'`);
  return rowCount === 1;
}

/** The pending insights that a work item explains, locked. */
export async function claimExplained(
  tx: Tx,
  jobId: string,
): Promise<{ studyId: string; windowId: string; body: InsightsBody } | undefined> {
  const [claimed] = await rows<{ studyId: string; windowId: string; body: InsightsBody }>(
    tx,
    sql`
    select study_id as "studyId", window_id as "windowId", body from study_insights
    where job_id = ${jobId} and status = 'pending' for update`,
  );
  return claimed;
}

/** Which of these sessions exist. */
export async function listExistingSessions(db: Db, studyId: string, sessionIds: string[]): Promise<Set<string>> {
  const found = await rows<{ id: string }>(
    db,
    sql`select id from chat_sessions where study_id = ${studyId} and id = any(${sessionIds})`,
  );
  return new Set(found.map(({ id }) => id));
}

/** Completes pending insights, with an explanation or with the reason why there is none. */
export async function completeStudyInsights(
  tx: Tx,
  { studyId, windowId, body }: { studyId: string; windowId: string; body: InsightsBody },
  reasonCode: string | null,
): Promise<void> {
  await tx.query(sql`
    update study_insights set status = 'completed', body = ${keptJson(body)}, reason_code = ${reasonCode}, job_id = null, updated_at = now()
    where study_id = ${studyId} and window_id = ${windowId}`);
}

/** Deletes pending insights; answers the work item that was to explain them. */
export async function deletePendingInsights(tx: Tx, studyId: string, windowId: string): Promise<string | undefined> {
  const [deleted] = await rows<{ jobId: string }>(
    tx,
    sql`
    delete from study_insights where study_id = ${studyId} and window_id = ${windowId} and status = 'pending'
    returning job_id as "jobId"`,
  );
  return deleted?.jobId;
}
