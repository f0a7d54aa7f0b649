import type { Agreement } from '@assay/contract/areas/judges/labels';
import type { JudgeStanding } from '@assay/contract/areas/judges/documents';

/** What it takes for a judge to be believed. */
export const CALIBRATION_FLOOR = { labels: 20, kappa: 0.6 } as const;

/** How far a version of a judge can be trusted, by its own labels alone. */
export function ownCalibrationOf({ n, kappa }: Agreement): Exclude<JudgeStanding, 'changed'> {
  if (n < CALIBRATION_FLOOR.labels || !kappa) return 'unmeasured';
  return kappa.value < CALIBRATION_FLOOR.kappa ? 'belowFloor' : 'measured';
}

/** The standing of one version among all that were labelled: where only others were measured, it has changed since. */
export function judgeCalibrationOf(version: string, measured: ReadonlyMap<string, Agreement>): JudgeStanding {
  const own = measured.get(version);
  const standing = own ? ownCalibrationOf(own) : 'unmeasured';
  if (standing !== 'unmeasured') return standing;
  return [...measured].some(([other, agreement]) => other !== version && ownCalibrationOf(agreement) !== 'unmeasured')
    ? 'changed'
    : 'unmeasured';
}
