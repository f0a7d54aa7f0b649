import { signalFingerprint, type CountedSignal, type SessionSignal } from '@assay/grading/measures/session-signal';
import { keptJson } from '@assay/kit/json/kept-json';
import { keptText } from '@assay/kit/text/kept-text';
import type { StudySighting } from '@assay/contract/areas/study-analytics/measured-study';
import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

/** The signals of one session. */
export interface SignalsOfSession {
  sessionId: string;
  studyId: string;
  windowId: string;
  signals: SessionSignal[];
}

/** Replaces the signals of sessions, and notes the signals that are new to their studies. */
export async function replaceSignals(tx: Tx, sessions: SignalsOfSession[]): Promise<void> {
  const all = sessions.flatMap(({ signals, ...session }) =>
    signals.map((signal) => ({ ...session, ...signal, fingerprint: signalFingerprint(signal) })),
  );
  const known = new Map(all.map((each) => [`${each.studyId} ${each.fingerprint}`, each]));
  const distinct = [...known.values()];
  await tx.query(sql`
    insert into study_signals (study_id, fingerprint, dimension, detail, subject)
    select * from unnest(
      ${distinct.map(({ studyId }) => studyId)}::text[], ${distinct.map(({ fingerprint }) => fingerprint)}::text[],
      ${distinct.map(({ dimension }) => dimension)}::text[], ${distinct.map(({ detail }) => detail)}::text[],
      ${distinct.map(({ subject }) => keptJson(subject))}::json[]) as s(study_id, fingerprint, dimension, detail, subject)
    order by study_id, fingerprint
    on conflict (study_id, fingerprint) do update set subject = excluded.subject
    where study_signals.subject::text <> excluded.subject::text`);
  await tx.query(sql`
    delete from session_signals where session_id = any(${sessions.map(({ sessionId }) => sessionId)})`);
  await tx.query(sql`
    insert into session_signals (session_id, study_id, window_id, fingerprint, occurrences, prompt_index, excerpt)
    select s.* from unnest(
      ${all.map(({ sessionId }) => sessionId)}::text[], ${all.map(({ studyId }) => studyId)}::text[],
      ${all.map(({ windowId }) => windowId)}::text[], ${all.map(({ fingerprint }) => fingerprint)}::text[],
      ${all.map(({ occurrences }) => occurrences)}::int[], ${all.map(({ promptIndex }) => promptIndex)}::int[],
      ${all.map(({ excerpt }) => keptText(excerpt, excerpt.length))}::text[]
    ) as s(session_id, study_id, window_id, fingerprint, occurrences, prompt_index, excerpt)
    where exists (select from chat_sessions where id = s.session_id)`);
}

/** The signals of a study by their fingerprints. */
export const listStudySignals = (db: Db, studyId: string, fingerprints: string[]): Promise<CountedSignal[]> =>
  rows<CountedSignal>(
    db,
    sql`
    select fingerprint, dimension, detail, subject from study_signals
    where study_id = ${studyId} and fingerprint = any(${fingerprints})`,
  );

/** At most this many sessions are named for a signal. */
const EVIDENCE = fragment('5');

/** The newest sessions of a study, or of one of its windows, that showed each of these signals. */
export const listSightings = (
  db: Db,
  { studyId, window }: { studyId: string; window?: { id: string } },
  fingerprints: readonly string[],
): Promise<StudySighting[]> =>
  rows<StudySighting>(
    db,
    sql`
    select f.fingerprint, s.session_id as "sessionId", s.prompt_index as "promptIndex", s.occurrences, s.excerpt
    from unnest(${fingerprints}::text[]) as f(fingerprint) cross join lateral (
      select * from session_signals
      where study_id = ${studyId} and fingerprint = f.fingerprint
        and (${window?.id ?? null}::text is null or window_id = ${window?.id ?? null})
      order by session_id desc limit ${EVIDENCE}) s
    order by f.fingerprint, s.session_id desc`,
  );
