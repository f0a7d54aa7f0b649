import type { Explanation, ExplanationTask } from '@assay/contract/documents/explanation-work';
import { NotForUs, type JobKind } from '../jobs/run-job.ts';
import type { Meter } from '../models/meter.ts';
import { openAccess, type Models } from '../models/models.ts';

export interface ExplainingDesk { models: Models; meter: Meter; keyEncryptionKey: Buffer }

/** Jobs of kind `explain`: says what a model takes for the causes of a run's findings. */
export const explaining = ({ models, meter, keyEncryptionKey }: ExplainingDesk): JobKind => async ({ jobId, fence, input }, { signal }) => {
  const task = JSON.parse(input.toString()) as ExplanationTask;
  if (task.version as number !== 1) throw new NotForUs();
  const access = task.access && openAccess(Buffer.from(task.access.sealed, 'base64'), keyEncryptionKey, task.access.context);
  const model = meter.meter(await models.languageModel(task.model, access), { ...task.account, purpose: 'explain' }, `${jobId}.${fence}`);
  // The SDK is loaded with it.
  const { explainWithModel } = await import('./explain-with-model.ts');
  const explanation: Explanation = { version: 1, model: model.id, ...await explainWithModel(model, task, signal) };
  return Buffer.from(JSON.stringify(explanation));
};
