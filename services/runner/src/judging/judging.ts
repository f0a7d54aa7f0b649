import type { JudgeOpinion, JudgeTask } from '@assay/contract/documents/judge-work';
import { PROMPT_VERSION } from '@assay/grading/judging/judge-version';
import { judgeByRules } from '../domain/judging/rules-judge.ts';
import { MODEL_ID } from '../domain/scripted-rules.ts';
import { NotForUs, type JobKind } from '../jobs/run-job.ts';
import type { Meter } from '../models/meter.ts';
import { openAccess, type Models } from '../models/models.ts';

export interface JudgeDesk { models: Models; meter: Meter; keyEncryptionKey: Buffer }

/** Jobs of kind `judge`: says what a model thinks of one recorded trial. */
export const judging = (desk: JudgeDesk): JobKind => async ({ jobId, fence, input }, { signal }) => {
  const task = JSON.parse(input.toString()) as JudgeTask;
  if (task.version as number !== 1 || task.promptVersion !== PROMPT_VERSION) throw new NotForUs();
  const said = task.model === MODEL_ID ? judgeByRules(task) : await judgeByModel(desk, task, `${jobId}.${fence}`, signal);
  const opinion: JudgeOpinion = { version: 1, evidenceHash: task.evidenceHash, ...said };
  return Buffer.from(JSON.stringify(opinion));
};

async function judgeByModel({ models, meter, keyEncryptionKey }: JudgeDesk, task: JudgeTask, callIdPrefix: string, signal: AbortSignal) {
  const access = task.access && openAccess(Buffer.from(task.access.sealed, 'base64'), keyEncryptionKey, task.access.context);
  const model = meter.meter(await models.languageModel(task.model, access), { ...task.account, purpose: 'judge' }, callIdPrefix);
  // The SDK is loaded with it.
  const { judgeWithModel } = await import('./judge-with-model.ts');
  return judgeWithModel(model, task, signal);
}
