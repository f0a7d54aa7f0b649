import type { JudgeTask } from '@assay/contract/areas/judges/work';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { evidenceHash, judgedEvidence } from '@assay/grading/judging/judged-evidence';
import { PROMPT_VERSION } from '@assay/grading/judging/judge-version';
import { unzipJson } from '@assay/transcripts/gzip';
import type { QueuedKind } from '@assay/work/queue/queued-work';
import { settleJudging } from '../../actions/judges/settle-opinion.ts';
import { referenceOf } from '../../domain/judges/judgement.ts';
import { listJudgeInputs, type JudgeInput } from '../../store/judges/judge-inputs.ts';

/** Work of kind `judge`: a judge's task is built when a runner leases the item, so that the queue stays small. */
export const judgeWork: QueuedKind = {
  settle: settleJudging,
  tasks: async (db, items) => {
    const tasks = new Map<string, Buffer>();
    for (const input of await listJudgeInputs(
      db,
      items.map(({ id }) => id),
    ))
      tasks.set(input.jobId, await taskOf(input));
    return tasks;
  },
};

async function taskOf({
  iterationId,
  runId,
  projectId,
  organizationId,
  suiteId,
  keyId,
  model,
  rubric,
  sealedAccess,
  frozen,
  transcript,
}: JudgeInput): Promise<Buffer> {
  const evidence = judgedEvidence(await unzipJson<Transcript>(transcript));
  const task: JudgeTask = {
    version: 1,
    iterationId,
    model,
    evidence,
    evidenceHash: evidenceHash(evidence),
    promptVersion: PROMPT_VERSION,
    account: {
      organizationId,
      projectId,
      suiteId,
      runId,
      keyId: keyId ?? '',
    },
    ...(sealedAccess && { access: { sealed: sealedAccess.toString('base64'), context: `run:${runId}` } }),
    reference: referenceOf(frozen),
    criteria: (rubric?.criteria ?? []).map(({ id, label, description }) => ({
      id,
      label,
      ...given({ description }),
    })),
  };
  return Buffer.from(JSON.stringify(task));
}
