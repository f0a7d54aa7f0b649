import { reviewEvalCaseDraft as operation } from '@assay/contract/operations/cases';
import { handle } from '@assay/kit/rpc/handle';
import { reviewDraft as review } from '../../actions/authoring/review-draft.ts';
import type { Deps } from '../../deps.ts';

export const reviewDraft = ({ pool }: Deps) =>
  handle(operation, async (_caller, { draftId, ...address }, input) => review(pool, address, draftId, input));
