import type { Tx } from '@assay/kit/postgres/db';
import { dropWork } from '@assay/work/queue/work-queue';
import type { Judgement } from '../../domain/judges/judgement.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { countOpinions, findJudgement, findSealedModels, settleJudgement } from '../../store/judges/judgements.ts';
import { failOpenOpinions } from '../../store/judges/opinions.ts';
import { askJudge } from './ask-judge.ts';
import { endJudgement } from './end-judgement.ts';
import { judgeCalibrationIn } from './judge-calibration.ts';

/**
 * Starts the judgement of a locked run whose iterations are all finished, if its suite says so. 'gating': the run must
 * wait for it, 'advisory': it need not, 'none': there is no judgement. A gating judge without a measured calibration is
 * only advisory.
 */
export async function startJudging(tx: Tx, run: Run): Promise<'gating' | 'advisory' | 'none'> {
  const { judge, keyId } = run.spec;
  if (!judge?.enabled || !judge.autoRun || judge.model === null) return 'none';
  const config = { model: judge.model, threshold: judge.threshold, rubric: judge.rubric };
  const standing = await judgeCalibrationIn(tx, run.suiteId, config);
  const asked = await askJudge(tx, run, {
    ...config,
    standing,
    gating: judge.role === 'gating' && standing === 'measured',
    keyId: keyId ?? null,
    sealedAccess: await findSealedModels(tx, run.id),
  });
  if (asked?.status !== 'pending') return 'none';
  return asked.gating ? 'gating' : 'advisory';
}

/** Drops the pending judgement of a cancelled, locked run; settled opinions stay. */
export async function dropJudging(tx: Tx, runId: string): Promise<void> {
  const left = await leaveOpen(
    tx,
    runId,
    'CANCELLED',
    'The run was cancelled before the judge answered about this iteration.',
  );
  if (left) await settleJudgement(tx, left.id, 'failed', 'CANCELLED');
}

/** Ends the judgement of a locked run that has waited too long, and with it the run: missing opinions become errors. */
export async function giveUpJudging(tx: Tx, runId: string): Promise<void> {
  const left = await leaveOpen(tx, runId, 'TIMEOUT', 'The judge did not answer about this iteration in time.');
  if (left) await endJudgement(tx, left, 'TIMEOUT');
}

/** Turns the open opinions of a run's judgement into errors; undefined when there is no pending judgement. */
async function leaveOpen(tx: Tx, runId: string, errorCode: string, reason: string): Promise<Judgement | undefined> {
  const judgement = await findJudgement(tx, runId);
  if (judgement?.status !== 'pending') return undefined;
  const jobIds = await failOpenOpinions(tx, judgement.id, errorCode, reason);
  await dropWork(tx, ...jobIds);
  return countOpinions(tx, judgement.id, { completed: jobIds.length, errors: jobIds.length });
}
