import type { CaseDraft, DraftIssue } from '@assay/contract/areas/authoring/drafts';

type Reviewed = Pick<CaseDraft, 'issues' | 'additions'>;

/** Whether a person has to review a draft before it can be written. */
export const isHeldBack = (draft: Reviewed): boolean => whyHeldBack(draft) !== undefined;

/**
 * Why a draft cannot be written, as `CODE: message`: an unresolved blocking issue, or an addition that was not accepted.
 * Other issues are doubts that the draft keeps.
 */
export function whyHeldBack({ issues, additions }: Reviewed): string | undefined {
  const blocking = issues.find((issue) => issue.blocking && issue.resolution === undefined);
  if (blocking) return inWords(blocking);
  return additions[0] && `UNACCEPTED_ADDITION: ${additions[0].explanation}`;
}

/** An issue as `CODE: message`. */
export const inWords = ({ code, message }: DraftIssue): string => `${code.toUpperCase()}: ${message}`;
