import type { SwarmFinding } from '@assay/contract/areas/journey-runs/findings';
import {
  countsByWindow,
  minedFindings,
  type MinedFinding,
  type MinedWindow,
} from '@assay/findings/mining/mined-findings';
import { shownFinding, type StoredFinding } from '@assay/findings/mining/finding';
import type { SeriesWindow } from '@assay/findings/series-window';
import { FALSE_ALARMS, findingHistory } from './finding-history.ts';
import { exposureOf, isExposure, type SwarmSignal } from './session-signals.ts';

/** The window of a wave's findings: waves of one project are compared with each other. */
export const windowOfWave = (projectId: string, waveId: string): SeriesWindow => ({
  seriesId: projectId,
  windowId: waveId,
});

/** A signal that sessions of a project showed. */
export type KnownSignal = Pick<SwarmSignal, 'dimension' | 'detail' | 'subject'> & { fingerprint: string };

/** The findings of a project, from its signals and its mined waves in their order. */
export function findingsOfProject(signals: readonly KnownSignal[], waves: readonly MinedWindow[]): MinedFinding[] {
  const troubles = signals.filter((signal) => !isExposure(signal));
  const counts = countsByWindow(waves);
  // A wave compares each trouble that it or an earlier wave could show, and shares its false alarms between them.
  const compared = counts.map((seen) => troubles.filter((trouble) => seen.has(exposureOf(trouble))).length);
  return minedFindings(troubles, waves, (trouble) => {
    const exposure = exposureOf(trouble);
    return findingHistory(
      waves.map(({ id: windowId }, i) => ({
        windowId,
        affected: counts[i]!.get(trouble.fingerprint)?.affected ?? 0,
        exposed: counts[i]!.get(exposure)?.affected ?? 0,
        alpha: FALSE_ALARMS / Math.max(1, compared[i]!),
      })),
    );
  });
}

/** A finding of a project as it is stored. */
export type StoredSwarmFinding = StoredFinding<KnownSignal, { runId: string }>;

export const toSwarmFinding = (finding: StoredSwarmFinding): SwarmFinding => ({
  ...shownFinding(finding),
  lastSeenWaveId: finding.lastWindowId,
});
