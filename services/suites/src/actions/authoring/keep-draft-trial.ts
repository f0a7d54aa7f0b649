import type { CaseDraft } from '@assay/contract/areas/authoring/drafts';
import type { DraftTrial } from '@assay/contract/areas/authoring/draft-trial';
import { operations } from '@assay/contract/operations';
import { conflict, notFound } from '@assay/contract/problem';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { claimAuthoringJob, replaceDrafts, type JobAddress } from '../../store/authoring/authoring-jobs.ts';

/**
 * Keeps the latest trial with its draft, whose revision stays: nothing of it was decided. Throws NOT_FOUND, or CONFLICT
 * for a draft that has another revision by now.
 */
export function keepDraftTrial(
  pool: Pool,
  address: JobAddress,
  { draftId, revision }: { draftId: string; revision: number },
  trial: DraftTrial,
): Promise<CaseDraft> {
  return transaction(pool, async (tx) => {
    const job = await claimAuthoringJob(tx, address);
    const draft = job?.drafts.find((each) => each.draftId === draftId);
    if (!job || !draft) throw notFound('draft');
    if (draft.revision !== revision) throw conflict('The draft was reviewed during its trial: try it again.');
    const after = { ...draft, trial };
    await replaceDrafts(tx, { ...job, drafts: job.drafts.map((each) => (each === draft ? after : each)) });
    await audit(tx, {
      rpc: rpcOf(operations.tryEvalCaseDraft).path,
      target: { suiteId: job.suiteId, jobId: job.id, draftId },
      before: {},
      after: { outcome: trial.outcome, calls: trial.calls.length },
    });
    return after;
  });
}
