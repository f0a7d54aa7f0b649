import type { CaseDraft } from '@assay/contract/areas/authoring/drafts';
import type { ReviewCaseDraft } from '@assay/contract/areas/authoring/review';
import { conflict, notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { whyHeldBack } from '../../domain/authoring/held-back.ts';
import { reviewedDraft, reviewFault } from '../../domain/authoring/review.ts';
import { refuseFault } from '@assay/contract/fault';
import { claimAuthoringJob, replaceDrafts, type JobAddress } from '../../store/authoring/authoring-jobs.ts';

/**
 * Applies a review to a draft over the revision that was read. Throws NOT_FOUND, VALIDATION_ERROR or CONFLICT, also
 * where a draft is kept that something blocks.
 */
export function reviewDraft(
  pool: Pool,
  address: JobAddress,
  draftId: string,
  review: ReviewCaseDraft,
): Promise<CaseDraft> {
  return transaction(pool, async (tx) => {
    const job = await claimAuthoringJob(tx, address);
    if (!job) throw notFound('authoring job');
    const draft = job.drafts.find((each) => each.draftId === draftId);
    if (!draft) throw notFound('draft');
    if (draft.revision !== review.expectedRevision)
      throw conflict('The draft was reviewed since you read it.', { currentRevision: draft.revision });
    refuseFault(reviewFault(draft, review));
    const after = reviewedDraft(draft, review);
    const held = review.decision === 'kept' ? whyHeldBack(after) : undefined;
    if (held !== undefined) throw conflict(`The draft cannot be kept yet. ${held}`, { draftId });
    await replaceDrafts(tx, { ...job, drafts: job.drafts.map((each) => (each === draft ? after : each)) });
    await audit(tx, { target: { suiteId: job.suiteId, jobId: job.id, draftId }, before: draft, after });
    return after;
  });
}
