import { AsyncLocalStorage } from 'node:async_hooks';
import type { WorkItem } from '@assay/mesh/gen/assay/v1/work';

const storage = new AsyncLocalStorage<WorkItem>();

/** The work item that the current code works on. */
export const currentWork = (): WorkItem | undefined => storage.getStore();
export const workOn = <T>(item: WorkItem, work: () => T): T => storage.run(item, work);

/** The organization of the current work, or the project of an item that belongs to a project alone. */
export const shareOfWork = (): string => {
  const { organizationId, projectId } = currentWork() ?? { organizationId: '', projectId: '' };
  return organizationId || projectId;
};
