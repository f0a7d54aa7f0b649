import type { JudgeTask } from '@assay/contract/areas/judges/work';
import type { WorkItem } from '@assay/mesh/gen/assay/v1/work';
import type { MeterAccount, ModelMeter, MeteredModel } from './meter.ts';
import { openAccess, type Models } from './models.ts';

/** Dependencies of work items that ask models. */
export interface ModelDeps {
  models: Models;
  meter: ModelMeter;
  keyEncryptionKey: Buffer;
}

/** The fields that the tasks of such work items share. */
type ModelTask = Pick<JudgeTask, 'model' | 'access' | 'account'>;

/** The model of a task, reached with the task's access and paid for by its account. */
export async function jobModel(
  { models, meter, keyEncryptionKey }: ModelDeps,
  { id, fence }: Pick<WorkItem, 'id' | 'fence'>,
  { model, access, account }: ModelTask,
  purpose: MeterAccount['purpose'],
): Promise<MeteredModel> {
  const opened = access && openAccess(Buffer.from(access.sealed, 'base64'), keyEncryptionKey, access.context);
  return meter.meter(await models.languageModel(model, opened), { ...account, purpose }, `${id}.${fence}`);
}
