import type { InspectionTask } from '@assay/contract/areas/inspections/documents';
import { enqueueWork } from '@assay/work/queue/work-queue';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { inFlight } from '@assay/kit/requests/in-flight';
import { insertInspection } from '../../store/inspections/inspections.ts';

/** Inserts an inspection and its work item. */
export const requestInspection = (
  pool: Pool,
  inspection: Parameters<typeof insertInspection>[1],
  task: InspectionTask,
  { timeoutMs, labels }: { timeoutMs: number; labels: string[] },
): Promise<void> =>
  transaction(pool, async (tx) => {
    const { id, projectId } = inspection;
    await insertInspection(tx, inspection);
    await enqueueWork(tx, {
      id,
      kind: 'inspect',
      projectId,
      task: Buffer.from(JSON.stringify(task)),
      timeoutMs,
      labels,
      organizationId: inFlight()?.caller?.organizationId,
    });
  });
