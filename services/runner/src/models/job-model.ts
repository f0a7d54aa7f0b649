import type { JudgeTask } from '@assay/contract/areas/judges/work';
import type { WorkItem } from '@assay/contract/gen/assay/v1/work';
import type { Account, Meter, MeteredModel } from './meter.ts';
import { openAccess, type Models } from './models.ts';

/** What jobs for models are done with. */
export interface ModelDesk {
  models: Models;
  meter: Meter;
  keyEncryptionKey: Buffer;
}

/** What the tasks of such jobs have in common. */
type ModelTask = Pick<JudgeTask, 'model' | 'access' | 'account'>;

/** The model that a job's task names, reached by the access that came with it and paid for by its account. */
export async function jobModel(
  { models, meter, keyEncryptionKey }: ModelDesk,
  { id, fence }: Pick<WorkItem, 'id' | 'fence'>,
  { model, access, account }: ModelTask,
  purpose: Account['purpose'],
): Promise<MeteredModel> {
  const opened = access && openAccess(Buffer.from(access.sealed, 'base64'), keyEncryptionKey, access.context);
  return meter.meter(await models.languageModel(model, opened), { ...account, purpose }, `${id}.${fence}`);
}
