import type { SignalEvidence } from '@assay/findings/mining/signal';
import { listSignals, MAX_EVIDENCE } from '@assay/findings/mining/signals';
import type { Counters } from '@assay/grading/measures/counters';
import type { CountedSignal } from '@assay/grading/measures/session-signal';
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

const columns = fragment('id, journey_id, wave_id, spec, tally, measures');

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
): Promise<CountedSignal[]> => listSignals<CountedSignal>(db, projectId, Object.keys(signalSessions));

/** A session of a wave that showed a signal. */
export interface WaveSighting extends SignalEvidence {
  fingerprint: string;
  runId: string;
}

/** The newest sessions of a wave that showed signals, by the signals `of` which they are evidence. */
export const listWaveSightings = (
  db: Db,
  { projectId, waveId }: { projectId: string; waveId: string },
  signals: readonly { of: string; fingerprint: string }[],
): Promise<WaveSighting[]> =>
  rows<WaveSighting>(
    db,
    sql`
    select w.fingerprint, s.run_id, g.session_id, g.prompt_index, g.occurrences, g.excerpt
    from unnest(${signals.map(({ of }) => of)}::text[], ${signals.map(({ fingerprint }) => fingerprint)}::text[])
      as w(fingerprint, kept)
    cross join lateral (
      select * from session_signals
      where series_id = ${projectId} and window_id = ${waveId} and fingerprint = w.kept
      order by session_id desc limit ${MAX_EVIDENCE}) g
    join sessions s on s.id = g.session_id
    order by w.fingerprint, g.session_id desc`,
  );
