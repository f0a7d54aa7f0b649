import type { JudgeCalibration } from '@assay/contract/areas/judges/documents';
import { judgeVersion, type JudgeConfig } from '@assay/grading/judging/judge-version';
import type { Tx } from '@assay/kit/postgres/db';
import { newId } from '@assay/kit/id';
import { enqueueWork } from '@assay/work/queue/work-queue';
import { skipReason, type Judgement } from '../../domain/judges/judgement.ts';
import { findFrozenRun } from '../../store/eval-runs/frozen-runs.ts';
import { insertJudgement, listJudgedIterations } from '../../store/judges/judgements.ts';
import { insertOpinions, type NewOpinion } from '../../store/judges/opinions.ts';

/** The time that a judge gets for one iteration, in milliseconds. */
const TIMEOUT_MS = 3 * 60_000;
/** The kind of a judge's work items. */
export const JUDGE_KIND = 'judge';

/** The judge, the keys and the account for its calls, and whether it is gating. */
export interface JudgeRequest extends JudgeConfig {
  standing: JudgeCalibration;
  gating: boolean;
  keyId: string | null;
  sealedAccess: Buffer | undefined;
}

/**
 * Enqueues one work item for each iteration of a run that can be judged. The run must be locked. Undefined when a
 * judgement is pending already.
 */
export async function askJudge(
  tx: Tx,
  { id: runId, projectId }: { id: string; projectId: string },
  { sealedAccess, keyId, standing, gating, ...config }: JudgeRequest,
): Promise<Judgement | undefined> {
  const frozen = await findFrozenRun(tx, runId);
  const opinions = (await listJudgedIterations(tx, runId)).map((trial): NewOpinion => {
    const reason = skipReason(trial, frozen!.cases.get(trial.casePosition)!);
    return reason === undefined
      ? {
          iterationId: trial.id,
          jobId: newId('job'),
          status: 'pending',
          reason: null,
        }
      : {
          iterationId: trial.id,
          jobId: null,
          status: 'skipped',
          reason,
        };
  });
  const jobIds = opinions.flatMap(({ jobId }) => jobId ?? []);
  const judgement = await insertJudgement(tx, {
    id: newId('judge'),
    runId,
    standing,
    gating: gating && jobIds.length > 0,
    keyId,
    sealedAccess,
    ...config,
    judgeVersion: judgeVersion(config),
    total: opinions.length,
    skipped: opinions.length - jobIds.length,
  });
  if (!judgement) return undefined;
  await insertOpinions(tx, judgement.id, opinions);
  // The judge's task is built when a runner leases the item.
  if (jobIds.length > 0)
    await enqueueWork(
      tx,
      ...jobIds.map((id) => ({
        id,
        kind: JUDGE_KIND,
        projectId,
        group: judgement.id,
        task: Buffer.alloc(0),
        timeoutMs: TIMEOUT_MS,
      })),
    );
  return judgement;
}
