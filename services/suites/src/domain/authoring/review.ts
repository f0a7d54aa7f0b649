import type { CaseDraft, ReviewCaseDraft } from '@assay/contract/areas/authoring/documents';
import type { Fault } from '@assay/contract/fault';
import { isHeldBack } from './held-back.ts';

/** The fault of a review that names an issue or addition that the draft does not have. */
export function reviewFault(
  { issues, additions }: CaseDraft,
  { resolutions = [], acceptAdditions = [] }: ReviewCaseDraft,
): Fault | undefined {
  const issue = resolutions.findIndex((each) => each.issue >= issues.length);
  if (issue >= 0)
    return { path: `/resolutions/${issue}/issue`, message: `is not one of the draft's ${issues.length} issues` };
  const addition = acceptAdditions.findIndex((id) => !additions.some((each) => each.id === id));
  return addition >= 0
    ? { path: `/acceptAdditions/${addition}`, message: 'is not an addition of the draft' }
    : undefined;
}

/** The draft with the resolutions and the accepted additions of a review. */
export function reviewedDraft(
  draft: CaseDraft,
  { resolutions = [], acceptAdditions = [] }: ReviewCaseDraft,
): CaseDraft {
  const said = new Map(resolutions.map(({ issue, resolution }) => [issue, resolution]));
  const issues = draft.issues.map((issue, i) => (said.has(i) ? { ...issue, resolution: said.get(i)! } : issue));
  const additions = draft.additions.filter(({ id }) => !acceptAdditions.includes(id));
  return {
    ...draft,
    revision: draft.revision + 1,
    issues,
    additions,
    review: isHeldBack({ issues, additions }) ? 'required' : 'accepted',
  };
}
