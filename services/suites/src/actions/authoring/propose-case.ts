import type { CaseDraft } from '@assay/contract/areas/authoring/drafts';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { newId } from '@assay/kit/id';
import type { JobRequest } from '../../domain/authoring/authoring-job.ts';
import { insertAuthoringJob } from '../../store/authoring/authoring-jobs.ts';
import { claimSuite } from '../../store/suites/suites.ts';

/** Stores a draft for review on a job of its own, whose id is returned; undefined when there is no such suite. */
export function proposeCase(
  pool: Pool,
  projectId: string,
  suiteId: string,
  draft: CaseDraft,
  request: JobRequest = {},
): Promise<string | undefined> {
  return transaction(pool, async (tx) => {
    if (!(await claimSuite(tx, projectId, suiteId))) return undefined;
    const jobId = newId('job');
    await insertAuthoringJob(tx, {
      id: jobId,
      projectId,
      suiteId,
      source: 'agent',
      request,
      status: 'completed',
      phase: 'publish',
      drafts: [draft],
    });
    await audit(tx, { target: { suiteId, jobId, draftId: draft.draftId }, after: draft });
    return jobId;
  });
}
