import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { MinedFinding } from '../../domain/study-analytics/mined-findings.ts';
import type { StoredFinding } from '../../domain/study-analytics/stored-finding.ts';

/** At most this many sessions are named as evidence. */
const EVIDENCE = 5;

const columns = fragment(`
  f.id, f.fingerprint, g.dimension, g.detail, g.subject, f.status, f.occurrence_count as "occurrenceCount", f.first_window_id as "firstWindowId",
  f.last_window_id as "lastWindowId", f.first_seen_at as "firstSeenAt", f.last_seen_at as "lastSeenAt", f.resolved_at as "resolvedAt",
  f.dismissed_at as "dismissedAt", f.updated_at as "updatedAt",
  coalesce((
    select json_agg(json_build_object('sessionId', s.session_id, 'promptIndex', s.prompt_index, 'occurrences', s.occurrences, 'excerpt', s.excerpt) order by s.session_id desc)
    from (select * from session_signals where study_id = f.study_id and fingerprint = f.fingerprint order by session_id desc limit ${EVIDENCE}) s), '[]') as sessions`);
const source = fragment(
  'study_findings f join study_signals g on g.study_id = f.study_id and g.fingerprint = f.fingerprint',
);

/** Writes the findings of a study; a finding keeps its id and its dismissal. */
export async function saveFindings(
  tx: Tx,
  studyId: string,
  findings: (MinedFinding & { id: string })[],
): Promise<void> {
  const dates = (times: (number | null)[]) => times.map((at) => (at === null ? null : new Date(at)));
  await tx.query(sql`
    insert into study_findings (study_id, id, fingerprint, status, occurrence_count, first_window_id, last_window_id, first_seen_at, last_seen_at, resolved_at)
    select ${studyId}, m.* from unnest(
      ${findings.map(({ id }) => id)}::text[], ${findings.map(({ fingerprint }) => fingerprint)}::text[],
      ${findings.map(({ status }) => status)}::text[], ${findings.map(({ occurrenceCount }) => occurrenceCount)}::int[],
      ${findings.map(({ firstWindowId }) => firstWindowId)}::text[], ${findings.map(({ lastWindowId }) => lastWindowId)}::text[],
      ${dates(findings.map(({ firstSeenAt }) => firstSeenAt))}::timestamptz[], ${dates(findings.map(({ lastSeenAt }) => lastSeenAt))}::timestamptz[],
      ${dates(findings.map(({ resolvedAt }) => resolvedAt))}::timestamptz[]) as m
    on conflict (study_id, fingerprint) do update set
      status = excluded.status, occurrence_count = excluded.occurrence_count, first_window_id = excluded.first_window_id,
      last_window_id = excluded.last_window_id, first_seen_at = excluded.first_seen_at, last_seen_at = excluded.last_seen_at,
      resolved_at = excluded.resolved_at, updated_at = now()
    where (study_findings.status, study_findings.occurrence_count, study_findings.last_window_id, study_findings.last_seen_at)
      is distinct from (excluded.status, excluded.occurrence_count, excluded.last_window_id, excluded.last_seen_at)`);
}

/** The finding that was seen last first, after the position. */
export const listFindings = (
  db: Db,
  studyId: string,
  after: readonly [lastSeenAt: number, id: string] | undefined,
  limit: number,
): Promise<StoredFinding[]> =>
  rows<StoredFinding>(
    db,
    sql`
    select ${columns} from ${source}
    where f.study_id = ${studyId}
      and (${after ? new Date(after[0]) : null}::timestamptz is null or (f.last_seen_at, f.id) < (${after ? new Date(after[0]) : null}, ${after?.[1] ?? ''}))
    order by f.last_seen_at desc, f.id desc limit ${limit}`,
  );

/** At most this many findings of a study are read at once, the ones that were seen last. */
const MANY = 500;

/** The findings of a study, the one that was seen last first. */
export const listStudyFindings = (db: Db, studyId: string): Promise<StoredFinding[]> =>
  listFindings(db, studyId, undefined, MANY);
