import type { InspectionTask } from '@assay/contract/areas/inspections/documents';
import { enqueue } from '@assay/kit/jobs/queue';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { inFlight } from '@assay/kit/requests/in-flight';
import { insertInspection } from '../../store/inspections/inspections.ts';

/** Writes an inspection and puts its work in the queue. */
export const requestInspection = (
  pool: Pool,
  inspection: Parameters<typeof insertInspection>[1],
  task: InspectionTask,
  { timeoutMs, labels }: { timeoutMs: number; labels: string[] },
): Promise<void> =>
  transaction(pool, async (tx) => {
    const { id, projectId } = inspection;
    await insertInspection(tx, inspection);
    await enqueue(tx, {
      id,
      kind: 'inspect',
      projectId,
      input: Buffer.from(JSON.stringify(task)),
      timeoutMs,
      labels,
      organizationId: inFlight()?.caller?.organizationId,
    });
  });
