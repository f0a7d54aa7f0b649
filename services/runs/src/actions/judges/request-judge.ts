import type { JudgeConfig } from '@assay/grading/judging/judge-version';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import { lockRun } from '../../store/eval-runs/run-life.ts';
import { askJudge, type JudgeRequest } from './ask-judge.ts';
import { judgeCalibrationIn } from './judge-calibration.ts';

/** Starts an advisory judgement of a run by request; it does not change the verdict. False when the run is gone. */
export function requestJudge(
  pool: Pool,
  run: Run,
  config: JudgeConfig,
  payer: Pick<JudgeRequest, 'keyId' | 'sealedAccess'>,
): Promise<boolean> {
  const { id: runId, suiteId } = run;
  return transaction(pool, async (tx) => {
    if (!(await lockRun(tx, runId))) return false;
    await askJudge(tx, run, {
      ...config,
      ...payer,
      standing: await judgeCalibrationIn(tx, suiteId, config),
      gating: false,
    });
    await audit(tx, { target: { runId, suiteId }, after: config });
    return true;
  });
}
