import { IterationTask } from '@assay/mesh/gen/assay/v1/iterations';
import type { WorkItem } from '@assay/mesh/gen/assay/v1/work';

/** An iteration as this runner received it. */
export interface IterationWork
  extends IterationTask, Pick<WorkItem, 'projectId' | 'organizationId' | 'fence' | 'timeoutMs' | 'traceparent'> {
  iterationId: string;
}

export const iterationWork = ({
  id,
  task,
  projectId,
  organizationId,
  fence,
  timeoutMs,
  traceparent,
}: WorkItem): IterationWork => ({
  ...IterationTask.decode(task),
  iterationId: id,
  projectId,
  organizationId,
  fence,
  timeoutMs,
  traceparent,
});
