import type { JudgeCalibration } from '@assay/contract/areas/judges/documents';
import { judgeVersion, type JudgeConfig } from '@assay/grading/judging/judge-version';
import { judgeCalibrationOf } from '@assay/grading/judging/judge-calibration';
import type { Db } from '@assay/kit/postgres/db';
import { judgeAgreements } from '../../domain/judges/agreements.ts';
import { listRated } from '../../store/judges/labels.ts';

/** How well a judge agrees with the labels of a suite. */
export async function judgeCalibrationIn(db: Db, suiteId: string, config: JudgeConfig): Promise<JudgeCalibration> {
  const measured = judgeAgreements(await listRated(db, suiteId));
  return judgeCalibrationOf(
    judgeVersion(config),
    new Map([...measured].map(([version, { agreement }]) => [version, agreement])),
  );
}
