import { signalFingerprint } from '@assay/grading/measures/session-signal';
import { keptJson } from '@assay/kit/json/kept-json';
import { fragment, rows, sql, type Db, type Fragment, type Tx } from '@assay/kit/postgres/db';
import { keptText } from '@assay/kit/text/kept-text';
import type { KnownSignal, SignalEvidence, SignalsOfSession } from './signal.ts';

/**
 * Notes signals that are new to their series, and new labels of their subjects. A signal that is there is locked, so that
 * it is not deleted as unused meanwhile. Signals without a subject's id never change and are never deleted: all
 * transactions of a series would wait for their locks.
 */
export async function noteSignals(
  tx: Tx,
  signals: readonly (Omit<KnownSignal, 'fingerprint'> & { seriesId: string })[],
): Promise<void> {
  const byKey = new Map(
    signals.map((signal) => {
      const fingerprint = signalFingerprint(signal);
      return [`${signal.seriesId} ${fingerprint}`, { ...signal, fingerprint }];
    }),
  );
  if (byKey.size === 0) return;
  const noted = [...byKey.values()];
  await tx.query(sql`
    insert into signals (series_id, fingerprint, dimension, detail, subject)
    select s.* from unnest(
      ${noted.map(({ seriesId }) => seriesId)}::text[], ${noted.map(({ fingerprint }) => fingerprint)}::text[],
      ${noted.map(({ dimension }) => dimension)}::text[], ${noted.map(({ detail }) => detail)}::text[],
      ${noted.map(({ subject }) => keptJson(subject))}::json[]) as s(series_id, fingerprint, dimension, detail, subject)
    where s.subject->>'id' <> ''
      or not exists (select from signals known where known.series_id = s.series_id and known.fingerprint = s.fingerprint)
    order by s.series_id, s.fingerprint
    on conflict (series_id, fingerprint) do update set subject = excluded.subject
    where signals.subject::text <> excluded.subject::text`);
}

/** Adds signals to the sessions that are rows of the table `sessions`, and notes them in their series. */
export async function addSignals(tx: Tx, sessions: Fragment, shown: readonly SignalsOfSession[]): Promise<void> {
  const all = shown.flatMap(({ signals, ...session }) => signals.map((signal) => ({ ...session, ...signal })));
  if (all.length === 0) return;
  await noteSignals(tx, all);
  await tx.query(sql`
    insert into session_signals (session_id, series_id, window_id, fingerprint, occurrences, prompt_index, excerpt)
    select s.* from unnest(
      ${all.map(({ sessionId }) => sessionId)}::text[], ${all.map(({ seriesId }) => seriesId)}::text[],
      ${all.map(({ windowId }) => windowId)}::text[], ${all.map(signalFingerprint)}::text[],
      ${all.map(({ occurrences }) => occurrences)}::int[], ${all.map(({ promptIndex }) => promptIndex)}::int[],
      ${all.map(({ excerpt }) => keptText(excerpt, excerpt.length))}::text[]
    ) as s(session_id, series_id, window_id, fingerprint, occurrences, prompt_index, excerpt)
    where exists (select from ${sessions} where id = s.session_id)
    on conflict do nothing`);
}

/** Deletes the signals of sessions, which may be added anew. */
export async function deleteSessionSignals(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  await tx.query(sql`delete from session_signals where session_id = any(${sessionIds})`);
}

/** The signals of a series by their fingerprints. */
export const listSignals = <Signal extends KnownSignal>(
  db: Db,
  seriesId: string,
  fingerprints: readonly string[],
): Promise<Signal[]> =>
  rows<Signal>(
    db,
    sql`
    select fingerprint, dimension, detail, subject from signals
    where series_id = ${seriesId} and fingerprint = any(${fingerprints})`,
  );

/** At most this many sessions are named for a signal. */
export const MAX_EVIDENCE = fragment('5');

/** The newest sessions of a series, or of one of its windows, that showed each of these signals. */
export const listEvidence = (
  db: Db,
  { seriesId, windowId = null }: { seriesId: string; windowId?: string | null | undefined },
  fingerprints: readonly string[],
): Promise<(SignalEvidence & { fingerprint: string })[]> =>
  rows(
    db,
    sql`
    select f.fingerprint, s.session_id, s.prompt_index, s.occurrences, s.excerpt
    from unnest(${fingerprints}::text[]) as f(fingerprint) cross join lateral (
      select * from session_signals
      where series_id = ${seriesId} and fingerprint = f.fingerprint
        and (${windowId}::text is null or window_id = ${windowId})
      order by session_id desc limit ${MAX_EVIDENCE}) s
    order by f.fingerprint, s.session_id desc`,
  );
