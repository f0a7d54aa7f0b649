import type { CaseDraft } from '@assay/contract/areas/authoring/drafts';
import type { DraftTrial } from '@assay/contract/areas/authoring/draft-trial';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { claimAuthoringJob, replaceDrafts, type JobAddress } from '../../store/authoring/authoring-jobs.ts';

/** Keeps the latest trial with its draft, whose revision stays: nothing of it was decided. Throws NOT_FOUND. */
export function keepDraftTrial(
  pool: Pool,
  address: JobAddress,
  draftId: string,
  trial: DraftTrial,
): Promise<CaseDraft> {
  return transaction(pool, async (tx) => {
    const job = await claimAuthoringJob(tx, address);
    const draft = job?.drafts.find((each) => each.draftId === draftId);
    if (!job || !draft) throw notFound('draft');
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
