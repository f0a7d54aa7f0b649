import { JOURNEY_DRAFTS_KIND } from '@assay/contract/areas/journeys/drafting-kind';
import type { JourneyDraftsTask } from '@assay/contract/areas/journeys/drafting-work';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { enqueueWork } from '@assay/work/queue/work-queue';
import { insertGeneration } from '../../store/generations/generations.ts';
import { refuseDeletedProject } from '../projects/admit-to-project.ts';

/** The servers of the drafts in the words of the request. */
export interface NamedGrounds {
  environmentId?: string;
  serverAttachmentId?: string;
}

/** Asks runners with `labels` for drafts. The audit log says who did: a model may be paid for them. */
export const requestGeneration = (
  pool: Pool,
  { id, projectId, organizationId }: { id: string; projectId: string; organizationId: string | undefined },
  task: JourneyDraftsTask,
  { labels, timeoutMs, grounds }: { labels: string[]; timeoutMs: number; grounds: NamedGrounds },
): Promise<void> =>
  transaction(pool, async (tx) => {
    await refuseDeletedProject(tx, projectId);
    await insertGeneration(tx, id, projectId);
    await enqueueWork(tx, {
      id,
      kind: JOURNEY_DRAFTS_KIND,
      projectId,
      organizationId,
      task: Buffer.from(JSON.stringify(task)),
      timeoutMs,
      labels,
    });
    const { personaCount, journeyCount } = task;
    await audit(tx, { target: { projectId, ...grounds }, after: { personaCount, journeyCount } });
  });
