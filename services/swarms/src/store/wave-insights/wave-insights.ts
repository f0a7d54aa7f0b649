import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { KnownFinding, ReadSession, SignalPlace } from '../../domain/wave-insights/read-wave.ts';

/** Keeps a wave from being deleted; false when it is gone. */
export const holdWave = async (tx: Tx, projectId: string, id: string): Promise<boolean> =>
  (await rows(tx, sql`select from waves where project_id = ${projectId} and id = ${id} for key share`)).length > 0;

/** At most `limit` conversations of a wave that came to an end, with their signals; the same ones each time, of all runs. */
export const listReadSessions = (db: Db, projectId: string, waveId: string, limit: number): Promise<ReadSession[]> =>
  rows<ReadSession>(
    db,
    sql`
    select s.id, s.run_id, s.target_index, s.lifecycle, s.error_code,
      s.end_reason, s.grading, s.criteria,
      array(select g.fingerprint from session_signals g where g.session_id = s.id) as fingerprints
    from journey_runs r join sessions s on s.run_id = r.id
    where r.project_id = ${projectId} and r.wave_id = ${waveId} and s.lifecycle = 'ran'
    order by hashtextextended(s.id, 0), s.id limit ${limit}`,
  );

/** At most this many findings of a project are compared with. */
const KNOWN = fragment('1000');

/** The findings of a project about these signals, and the ones that the mining of a wave resolved. */
export const listKnownFindings = (
  db: Db,
  projectId: string,
  fingerprints: readonly string[],
  minedAt: Date | null,
): Promise<KnownFinding[]> =>
  rows<KnownFinding>(
    db,
    sql`
    select f.fingerprint, g.dimension, g.detail, g.subject, f.status, f.last_window_id,
      f.status = 'resolved' and f.resolved_at = ${minedAt}::timestamptz as "isResolvedNow"
    from findings f join signals g on g.series_id = f.series_id and g.fingerprint = f.fingerprint
    where f.series_id = ${projectId} and (f.fingerprint = any(${fingerprints}) or f.resolved_at = ${minedAt})
    order by f.last_seen_at desc limit ${KNOWN}`,
  );

/** Where sessions showed signals. */
export const listSignalPlaces = (
  db: Db,
  wanted: readonly { sessionId: string; fingerprint: string }[],
): Promise<SignalPlace[]> =>
  rows<SignalPlace>(
    db,
    sql`
    select g.session_id, g.fingerprint, g.prompt_index, g.excerpt
    from unnest(${wanted.map(({ sessionId }) => sessionId)}::text[], ${wanted.map(({ fingerprint }) => fingerprint)}::text[])
      as w(session_id, fingerprint)
    join session_signals g on g.session_id = w.session_id and g.fingerprint = w.fingerprint`,
  );

/** A larger turn is not opened, in bytes, gzipped. */
const MAX_TURN = fragment('65536');

/** A turn as it was stored; the body of a large one is null. */
export interface TurnAtPlace {
  sessionId: string;
  promptIndex: number;
  body: Buffer | null;
}

/** Turns by their places. */
export const listTurnsAt = (
  db: Db,
  places: readonly { sessionId: string; promptIndex: number }[],
): Promise<TurnAtPlace[]> =>
  rows<TurnAtPlace>(
    db,
    sql`
    select t.session_id, t.prompt_index,
      case when octet_length(t.body) <= ${MAX_TURN} then t.body end as body
    from (select distinct * from unnest(${places.map(({ sessionId }) => sessionId)}::text[],
      ${places.map(({ promptIndex }) => promptIndex)}::int[]) as p(session_id, prompt_index)) p
    join session_turns t on t.session_id = p.session_id and t.prompt_index = p.prompt_index`,
  );

/** Which of these sessions exist and have their transcripts. */
export async function listSessionsWithTranscripts(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const found = await rows<{ id: string }>(
    db,
    sql`
    select s.id from sessions s join journey_runs r on r.id = s.run_id
    where s.id = any(${[...new Set(ids)]}) and r.traces_gone_at is null`,
  );
  return new Set(found.map(({ id }) => id));
}

/** Which of these sessions exist. */
export async function listExistingSessions(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const found = await rows<{ id: string }>(db, sql`select id from sessions where id = any(${[...new Set(ids)]})`);
  return new Set(found.map(({ id }) => id));
}
