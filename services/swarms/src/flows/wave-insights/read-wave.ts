import type { InsightsBody } from '@assay/contract/areas/analysis/insights';
import type { SessionTurn } from '@assay/contract/areas/journey-runs/session-work';
import { notFound } from '@assay/contract/problem';
import { listSignals } from '@assay/findings/mining/signals';
import type { Db } from '@assay/kit/postgres/db';
import { unzipJson } from '@assay/transcripts/gzip';
import type { KnownSignal } from '../../domain/findings/finding.ts';
import { citationOf, sampledEvidence, type SampledEvidence } from '../../domain/wave-insights/quotes.ts';
import {
  measuredSessions,
  revisionOf,
  troublesOf,
  type SignalPlace,
  type WaveTrouble,
} from '../../domain/wave-insights/read-wave.ts';
import { MAX_FINDINGS, waveInsightsOf } from '../../domain/wave-insights/wave-insights.ts';
import { listRunsOfWave } from '../../store/journey-runs/journey-runs.ts';
import type { StoredWave } from '../../store/journey-runs/waves.ts';
import {
  listKnownFindings,
  listReadSessions,
  listSignalPlaces,
  listTurnsAt,
} from '../../store/wave-insights/wave-insights.ts';

/** At most this many sessions of a wave are read: their rates hardly differ from the rates of all. */
const MAX_SESSIONS = 5_000;
/** At most this many sessions of a finding are quoted. */
const EVIDENCE = 5;

/** The insights of a wave as the rules make them, of the sessions that are over by now. Throws NOT_FOUND. */
export async function readWave(
  db: Db,
  { projectId, waveId }: { projectId: string; waveId: string },
  wave: StoredWave,
): Promise<InsightsBody> {
  const [runs, found] = await Promise.all([
    listRunsOfWave(db, projectId, waveId),
    listReadSessions(db, projectId, waveId, MAX_SESSIONS + 1),
  ]);
  if (runs.length === 0) throw notFound('wave');
  const sessions = found.slice(0, MAX_SESSIONS);
  const fingerprints = [...new Set(sessions.flatMap((session) => session.fingerprints))];
  const [signals, known] = await Promise.all([
    listSignals<KnownSignal>(db, projectId, fingerprints),
    listKnownFindings(db, projectId, fingerprints, wave.minedAt),
  ]);
  const source = {
    waveId,
    revision: revisionOf(wave),
    runs,
    sessions,
    isCapped: found.length > sessions.length,
    signals,
    known,
  };
  const measured = measuredSessions(source);
  const troubles = troublesOf(measured);
  const evidence = await evidenceOf(db, troubles.slice(0, MAX_FINDINGS));
  return waveInsightsOf(source, measured, troubles, evidence, Date.now());
}

/** Samples sessions of each trouble, sessions that missed their goal first, and reads the turns that showed it. */
async function evidenceOf(db: Db, troubles: readonly WaveTrouble[]): Promise<Map<string, SampledEvidence[]>> {
  const wanted = troubles.flatMap(({ signal, sessions }) =>
    sessions
      .toSorted((a, b) => Number(b.hasMissed) - Number(a.hasMissed) || b.id.localeCompare(a.id))
      .slice(0, EVIDENCE)
      .map(({ id }) => ({ sessionId: id, fingerprint: signal.fingerprint })),
  );
  const signals = new Map(troubles.map(({ signal }) => [signal.fingerprint, signal]));
  const byTurn = Map.groupBy(await listSignalPlaces(db, wanted), citationOf);
  const read = new Map<string, SampledEvidence>();
  const keyOf = ({ sessionId, fingerprint }: Pick<SignalPlace, 'sessionId' | 'fingerprint'>) =>
    `${sessionId} ${fingerprint}`;
  // One turn is open at a time, because a turn can be much larger than what is kept of it.
  const bodies = await turnsByCitation(db, [...byTurn.values()].flat());
  for (const [citation, places] of byTurn) {
    const body = bodies.get(citation);
    const turn = body && (await unzipJson<SessionTurn>(body));
    for (const place of places)
      read.set(keyOf(place), sampledEvidence(place, signals.get(place.fingerprint)!, body === null ? null : turn));
  }
  // In the order of the samples.
  return Map.groupBy(
    wanted.flatMap((each) => read.get(keyOf(each)) ?? []),
    ({ fingerprint }) => fingerprint,
  );
}

/** Stored turns by their citations. */
const turnsByCitation = async (
  db: Db,
  places: readonly { sessionId: string; promptIndex: number }[],
): Promise<Map<string, Buffer | null>> =>
  new Map((await listTurnsAt(db, places)).map(({ body, ...place }) => [citationOf(place), body]));
