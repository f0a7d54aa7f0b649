import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { reviewDraft as review } from '../../actions/authoring/review-draft.ts';
import type { Deps } from '../../deps.ts';

export const reviewEvalCaseDraft = ({ pool }: Deps) =>
  handle(operations.reviewEvalCaseDraft, async (_caller, { draftId, ...address }, input) =>
    review(pool, address, draftId, input),
  );
