import { fragment, rows, sql, type Db, type Fragment, type Tx } from '@assay/kit/postgres/db';
import type { StoredFinding } from './finding.ts';
import type { MinedFinding } from './mined-findings.ts';
import { MAX_EVIDENCE } from './signals.ts';

/** Locks the findings of a series until the transaction ends: of several transactions, one computes them. */
export async function lockFindings(tx: Tx, seriesId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`findings of ${seriesId}`}, 0))`);
}

/** Writes the findings of a series; a finding keeps its id and its dismissal. */
export async function saveFindings(
  tx: Tx,
  seriesId: string,
  findings: readonly (MinedFinding & { id: string })[],
): Promise<void> {
  const dates = (times: (number | null)[]) => times.map((at) => (at === null ? null : new Date(at)));
  await tx.query(sql`
    insert into findings (series_id, id, fingerprint, status, occurrence_count, first_window_id, last_window_id, first_seen_at, last_seen_at, resolved_at)
    select ${seriesId}, m.* from unnest(
      ${findings.map(({ id }) => id)}::text[], ${findings.map(({ fingerprint }) => fingerprint)}::text[],
      ${findings.map(({ status }) => status)}::text[], ${findings.map(({ occurrenceCount }) => occurrenceCount)}::int[],
      ${findings.map(({ firstWindowId }) => firstWindowId)}::text[], ${findings.map(({ lastWindowId }) => lastWindowId)}::text[],
      ${dates(findings.map(({ firstSeenAt }) => firstSeenAt))}::timestamptz[], ${dates(findings.map(({ lastSeenAt }) => lastSeenAt))}::timestamptz[],
      ${dates(findings.map(({ resolvedAt }) => resolvedAt))}::timestamptz[]) as m
    on conflict (series_id, fingerprint) do update set
      status = excluded.status, occurrence_count = excluded.occurrence_count, first_window_id = excluded.first_window_id,
      last_window_id = excluded.last_window_id, first_seen_at = excluded.first_seen_at, last_seen_at = excluded.last_seen_at,
      resolved_at = excluded.resolved_at, updated_at = now()
    where (findings.status, findings.occurrence_count, findings.last_window_id, findings.last_seen_at)
      is distinct from (excluded.status, excluded.occurrence_count, excluded.last_window_id, excluded.last_seen_at)`);
}

/** A position in a list of findings. */
export type FindingPosition = readonly [lastSeenAt: number, id: string];

/**
 * The findings of a series after the position, the one that was seen last first. `more` adds fields to the evidence, of the row
 * `s` of `session_signals`: `, 'name', value`.
 */
export function listFindings<Finding extends StoredFinding>(
  db: Db,
  seriesId: string,
  after: FindingPosition | undefined,
  limit: number,
  more: Fragment = fragment(''),
): Promise<Finding[]> {
  const [at, id] = after ? [new Date(after[0]), after[1]] : [null, ''];
  return rows<Finding>(
    db,
    sql`
    select f.id, f.fingerprint, g.dimension, g.detail, g.subject, f.status, f.occurrence_count,
      f.first_window_id, f.last_window_id, f.first_seen_at,
      f.last_seen_at, f.resolved_at, f.dismissed_at, f.updated_at,
      coalesce((
        select json_agg(json_build_object('sessionId', s.session_id, 'promptIndex', s.prompt_index,
          'occurrences', s.occurrences, 'excerpt', s.excerpt ${more}) order by s.session_id desc)
        from (
          select * from session_signals where series_id = f.series_id and fingerprint = f.fingerprint
          order by session_id desc limit ${MAX_EVIDENCE}) s), '[]') as evidence
    from findings f join signals g on g.series_id = f.series_id and g.fingerprint = f.fingerprint
    where f.series_id = ${seriesId} and (${at}::timestamptz is null or (f.last_seen_at, f.id) < (${at}, ${id}))
    order by f.last_seen_at desc, f.id desc limit ${limit}`,
  );
}

/** These of the fingerprints whose findings are dismissed. */
export async function listDismissed(db: Db, seriesId: string, fingerprints: readonly string[]): Promise<Set<string>> {
  const dismissed = await rows<{ fingerprint: string }>(
    db,
    sql`
    select fingerprint from findings
    where series_id = ${seriesId} and fingerprint = any(${fingerprints}) and dismissed_at is not null`,
  );
  return new Set(dismissed.map(({ fingerprint }) => fingerprint));
}
