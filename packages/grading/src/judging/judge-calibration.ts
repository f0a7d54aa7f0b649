import type { Agreement } from '@assay/contract/areas/judges/labels';
import type { JudgeCalibration } from '@assay/contract/areas/judges/documents';

/** The least number of labels and the least kappa of a calibrated judge. */
export const CALIBRATION_FLOOR = { labels: 20, kappa: 0.6 } as const;

/** The calibration of a version of a judge, by its own labels only. */
export function ownCalibrationOf({ n, kappa }: Agreement): Exclude<JudgeCalibration, 'changed'> {
  if (n < CALIBRATION_FLOOR.labels || !kappa) return 'unmeasured';
  return kappa.value < CALIBRATION_FLOOR.kappa ? 'belowFloor' : 'measured';
}

/** The calibration of one version among all measured ones: `changed` when only other versions were measured. */
export function judgeCalibrationOf(version: string, measured: ReadonlyMap<string, Agreement>): JudgeCalibration {
  const own = measured.get(version);
  const standing = own ? ownCalibrationOf(own) : 'unmeasured';
  if (standing !== 'unmeasured') return standing;
  return [...measured].some(([other, agreement]) => other !== version && ownCalibrationOf(agreement) !== 'unmeasured')
    ? 'changed'
    : 'unmeasured';
}
