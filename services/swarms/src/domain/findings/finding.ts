import type { SeriesWindow } from '@assay/findings/series-window';
import type { SwarmFinding } from '@assay/contract/areas/journey-runs/findings';
import { FALSE_ALARMS, findingHistory, type FindingStatus, type WaveSighting } from './finding-history.ts';
import { exposureOf, isExposure, type SwarmSignal } from './session-signals.ts';

/** The window of a wave's findings: waves of one project are compared with each other. */
export const windowOfWave = (projectId: string, waveId: string): SeriesWindow => ({
  seriesId: projectId,
  windowId: waveId,
});

/** A signal that sessions of a project showed. */
export type KnownSignal = Pick<SwarmSignal, 'dimension' | 'detail' | 'subject'> & { fingerprint: string };

/** How many sessions of a wave showed a signal. */
export interface WaveSignal {
  fingerprint: string;
  affected: number;
  /** When the first of these sessions was over, and the last one; milliseconds since the epoch. */
  firstAt: number;
  lastAt: number;
}

/** A wave with the counts of its mining. */
export interface MinedWave {
  id: string;
  minedAt: Date;
  signals: WaveSignal[];
}

/** A finding as the waves of its project make it. */
export interface MinedFinding {
  fingerprint: string;
  status: FindingStatus;
  occurrenceCount: number;
  lastWaveId: string;
  firstSeenAt: number;
  lastSeenAt: number;
  resolvedAt: number | null;
}

/** The findings of a project, from its signals and its mined waves in their order. */
export function minedFindings(signals: readonly KnownSignal[], waves: readonly MinedWave[]): MinedFinding[] {
  const troubles = signals.filter((signal) => !isExposure(signal));
  const byWave = waves.map((wave) => new Map(wave.signals.map((each) => [each.fingerprint, each])));
  // A wave compares each trouble that it or an earlier wave could show, and shares its false alarms between them.
  const compared = byWave.map((seen) => troubles.filter((trouble) => seen.has(exposureOf(trouble))).length);
  return troubles.flatMap((trouble) => {
    const { fingerprint } = trouble;
    const exposure = exposureOf(trouble);
    const history = findingHistory(
      waves.map(({ id: waveId }, i): WaveSighting => ({
        waveId,
        affected: byWave[i]!.get(fingerprint)?.affected ?? 0,
        exposed: byWave[i]!.get(exposure)?.affected ?? 0,
        alpha: FALSE_ALARMS / Math.max(1, compared[i]!),
      })),
    );
    if (!history) return [];
    const at = (waveId: string) => byWave[waves.findIndex(({ id }) => id === waveId)]!.get(fingerprint)!;
    const { status, occurrenceCount, firstWaveId, lastWaveId, resolvedBy } = history;
    return [
      {
        fingerprint,
        status,
        occurrenceCount,
        lastWaveId,
        firstSeenAt: at(firstWaveId).firstAt,
        lastSeenAt: at(lastWaveId).lastAt,
        resolvedAt: waves.find(({ id }) => id === resolvedBy)?.minedAt.getTime() ?? null,
      },
    ];
  });
}

/** A stored finding, with the newest sessions that showed it. */
export interface StoredFinding extends Omit<MinedFinding, 'firstSeenAt' | 'lastSeenAt' | 'resolvedAt'>, KnownSignal {
  id: string;
  firstSeenAt: Date;
  lastSeenAt: Date;
  resolvedAt: Date | null;
  dismissedAt: Date | null;
  updatedAt: Date;
  evidence: { runId: string; sessionId: string; promptIndex: number; occurrences: number; excerpt: string }[];
}

export const toSwarmFinding = (finding: StoredFinding): SwarmFinding => ({
  id: finding.id,
  fingerprint: finding.fingerprint,
  dimension: finding.dimension,
  detail: finding.detail,
  subject: finding.subject,
  status: finding.status,
  occurrenceCount: finding.occurrenceCount,
  lastSeenWaveId: finding.lastWaveId,
  firstSeenAt: finding.firstSeenAt.getTime(),
  lastSeenAt: finding.lastSeenAt.getTime(),
  resolvedAt: finding.resolvedAt?.getTime() ?? null,
  dismissedAt: finding.dismissedAt?.getTime() ?? null,
  updatedAt: finding.updatedAt.getTime(),
  evidence: finding.evidence,
});
