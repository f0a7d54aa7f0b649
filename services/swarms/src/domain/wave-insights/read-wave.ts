import type { EvalStage } from '@assay/contract/areas/analysis/decision-summary';
import type { Finding } from '@assay/contract/areas/analysis/insights';
import type { JourneySignal } from '@assay/contract/areas/analysis/journey-findings';
import { EVAL_STAGES } from '@assay/grading/stages/stage-order';
import type { KnownSignal } from '../findings/finding.ts';
import { exposureOf, isExposure } from '../findings/session-signals.ts';
import type { StoredRun } from '../journey-runs/run.ts';
import { verdictOf, type SessionVerdict } from '../journey-runs/session-verdict.ts';
import type { StoredSession } from '../journey-runs/session.ts';
import { showsSignal, stageOf } from './troubles.ts';

/** A conversation that came to its end, with the fingerprints of its signals. */
export interface ReadSession extends Pick<
  StoredSession,
  'id' | 'runId' | 'targetIndex' | 'lifecycle' | 'errorCode' | 'endReason' | 'grading' | 'criteria'
> {
  fingerprints: string[];
}

/** A finding of the project, as its mining left it. */
export interface KnownFinding extends KnownSignal {
  status: Finding['status'];
  lastWindowId: string;
  /** The mining of this wave resolved it. */
  isResolvedNow: boolean;
}

/** Where a session showed a signal first. */
export interface SignalPlace {
  sessionId: string;
  fingerprint: string;
  promptIndex: number;
  excerpt: string;
}

export type WaveRun = Pick<StoredRun, 'id' | 'journeyId' | 'spec' | 'tally'>;

/** Changes when a session of a wave does, and when the wave is mined. */
export const revisionOf = ({ changedAt, minedAt }: { changedAt: Date; minedAt: Date | null }): string =>
  `${changedAt.getTime()}.${minedAt?.getTime() ?? 0}`;

/** The part of a wave that its insights are made of. */
export interface WaveSource {
  waveId: string;
  revision: string;
  runs: readonly WaveRun[];
  /** Sessions that came to an end; `isCapped` when there are more. */
  sessions: readonly ReadSession[];
  isCapped: boolean;
  signals: readonly KnownSignal[];
  known: readonly KnownFinding[];
}

/** A session with the meaning of its signals. */
export interface MeasuredSession {
  id: string;
  run: WaveRun;
  targetIndex: number;
  verdict: SessionVerdict;
  /** A gating criterion failed, the persona gave up, or its turns were used up. */
  hasMissed: boolean;
  troubles: KnownSignal[];
  shown: ReadonlySet<JourneySignal>;
  fingerprints: ReadonlySet<string>;
}

/** A signal that is a trouble, with the sessions that showed it and the number of sessions that could. */
export interface WaveTrouble {
  signal: KnownSignal;
  sessions: MeasuredSession[];
  total: number;
}

export function measuredSessions({ runs, sessions, signals }: WaveSource): MeasuredSession[] {
  const runsById = new Map(runs.map((run) => [run.id, run]));
  const byFingerprint = new Map(signals.map((signal) => [signal.fingerprint, signal]));
  return sessions.flatMap((session) => {
    const run = runsById.get(session.runId);
    if (!run) return [];
    const { verdict } = verdictOf(session);
    const own = session.fingerprints.flatMap((fingerprint) => byFingerprint.get(fingerprint) ?? []);
    const isEndMissed = session.endReason === 'gaveUp' || session.endReason === 'turnLimit';
    const hasMissed = verdict === 'failed' || (verdict !== 'passed' && isEndMissed);
    return [
      {
        id: session.id,
        run,
        targetIndex: session.targetIndex,
        verdict,
        hasMissed,
        troubles: own.filter((signal) => !isExposure(signal)),
        shown: new Set(showsSignal(own, hasMissed)),
        fingerprints: new Set(session.fingerprints),
      },
    ];
  });
}

/**
 * The troubles of sessions, the ones in most sessions first, and of as many the ones that lie earlier. A trouble of one session counts only when that session missed
 * its goal.
 */
export function troublesOf(sessions: readonly MeasuredSession[]): WaveTrouble[] {
  const groups = new Map<string, { signal: KnownSignal; sessions: MeasuredSession[] }>();
  for (const session of sessions)
    for (const signal of session.troubles) {
      const group = groups.get(signal.fingerprint) ?? { signal, sessions: [] };
      group.sessions.push(session);
      groups.set(signal.fingerprint, group);
    }
  const exposed = new Map<string, number>();
  for (const { fingerprints } of sessions)
    for (const fingerprint of fingerprints) exposed.set(fingerprint, (exposed.get(fingerprint) ?? 0) + 1);
  return [...groups.values()]
    .filter((group) => group.sessions.length > 1 || group.sessions[0]!.hasMissed)
    .map((group) => ({
      ...group,
      total: Math.max(group.sessions.length, exposed.get(exposureOf(group.signal)) ?? 0),
    }))
    .sort(
      (a, b) =>
        b.sessions.length - a.sessions.length ||
        placeOf(a.signal) - placeOf(b.signal) ||
        a.signal.fingerprint.localeCompare(b.signal.fingerprint),
    );
}

/** The place of a trouble's stage on the way of a session. */
const placeOf = (signal: KnownSignal): number => EVAL_STAGES.indexOf(stageOf(signal) ?? 'userValue');

/** The stage that stopped most of these sessions; undefined when the rules see none before the value for the user. */
export function blockingStage(sessions: readonly MeasuredSession[]): EvalStage | undefined {
  const counts = new Map<EvalStage, number>();
  for (const { troubles, shown } of sessions) {
    const stages = new Set(troubles.map(stageOf));
    if (shown.has('noToolCalled')) stages.add('selection');
    for (const stage of stages) if (stage && stage !== 'userValue') counts.set(stage, (counts.get(stage) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([a, m], [b, n]) => n - m || EVAL_STAGES.indexOf(a) - EVAL_STAGES.indexOf(b));
  return most?.[0];
}
