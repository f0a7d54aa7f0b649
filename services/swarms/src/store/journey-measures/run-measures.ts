import type { Counters } from '@assay/grading/measures/counters';
import { signalFingerprint, type CountedSignal, type SessionSignal } from '@assay/grading/measures/session-signal';
import { keptJson } from '@assay/kit/json/kept-json';
import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { MeasuredRun } from '../../domain/journey-measures/measures-view.ts';

/** The measures of runs, by their ids. */
export async function listMeasures(tx: Tx, runIds: readonly string[]): Promise<Map<string, Counters>> {
  const found = await rows<{ id: string; measures: Counters }>(
    tx,
    sql`select id, measures from journey_runs where id = any(${runIds})`,
  );
  return new Map(found.map(({ id, measures }) => [id, measures]));
}

/** Adds the signals of whole conversations, whose label never changes, to their projects; `addSignals` adds the others. */
export async function addConversationSignals(
  tx: Tx,
  signals: readonly (SessionSignal & { projectId: string })[],
): Promise<void> {
  const whole = signals.filter(({ subject }) => subject.id === '');
  if (whole.length === 0) return;
  await tx.query(sql`
    insert into swarm_signals (project_id, fingerprint, dimension, detail, subject)
    select * from unnest(
      ${whole.map(({ projectId }) => projectId)}::text[], ${whole.map(signalFingerprint)}::text[],
      ${whole.map(({ dimension }) => dimension)}::text[], ${whole.map(({ detail }) => detail)}::text[],
      ${whole.map(({ subject }) => keptJson(subject))}::json[]) as s(project_id, fingerprint, dimension, detail, subject)
    order by project_id, fingerprint
    on conflict (project_id, fingerprint) do nothing`);
}

const columns = fragment('id, journey_id as "journeyId", wave_id as "waveId", spec, tally, measures');

export async function findMeasuredRun(db: Db, projectId: string, id: string): Promise<MeasuredRun | undefined> {
  const [run] = await rows<MeasuredRun>(
    db,
    sql`select ${columns} from journey_runs where project_id = ${projectId} and id = ${id}`,
  );
  return run;
}

/** The runs of a wave with their measures. */
export const listMeasuredRuns = (db: Db, projectId: string, waveId: string): Promise<MeasuredRun[]> =>
  rows<MeasuredRun>(
    db,
    sql`select ${columns} from journey_runs where project_id = ${projectId} and wave_id = ${waveId} order by id`,
  );

/** The signals that measures count, by their fingerprints. */
export const listCountedSignals = (
  db: Db,
  projectId: string,
  { signalSessions = {} }: Counters,
): Promise<CountedSignal[]> =>
  rows<CountedSignal>(
    db,
    sql`
    select fingerprint, dimension, detail, subject from swarm_signals
    where project_id = ${projectId} and fingerprint = any(${Object.keys(signalSessions)})`,
  );

/** A session of a wave that showed a signal. */
export interface WaveSighting {
  fingerprint: string;
  runId: string;
  sessionId: string;
  promptIndex: number;
  occurrences: number;
  excerpt: string;
}

/** At most this many sessions are named for a signal of a journey. */
const EVIDENCE = fragment('5');

/** The newest sessions of a wave that showed signals, by the signals `of` which they are evidence. */
export const listWaveSightings = (
  db: Db,
  { projectId, waveId }: { projectId: string; waveId: string },
  signals: readonly { of: string; fingerprint: string }[],
): Promise<WaveSighting[]> =>
  rows<WaveSighting>(
    db,
    sql`
    select w.fingerprint, s.run_id as "runId", g.session_id as "sessionId", g.prompt_index as "promptIndex", g.occurrences, g.excerpt
    from unnest(${signals.map(({ of }) => of)}::text[], ${signals.map(({ fingerprint }) => fingerprint)}::text[])
      as w(fingerprint, kept)
    cross join lateral (
      select * from session_signals
      where project_id = ${projectId} and wave_id = ${waveId} and fingerprint = w.kept
      order by session_id desc limit ${EVIDENCE}) g
    join sessions s on s.id = g.session_id
    order by w.fingerprint, g.session_id desc`,
  );
