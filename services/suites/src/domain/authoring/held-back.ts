import type { CaseDraft, DraftIssue } from '@assay/contract/areas/authoring/documents';

type Reviewed = Pick<CaseDraft, 'issues' | 'additions'>;

/** Whether somebody has to look at a draft before it can be written. */
export const isHeldBack = (draft: Reviewed): boolean => whyHeldBack(draft) !== undefined;

/** Why a draft cannot be written, as `CODE: message`: a doubt that nobody resolved, or an addition that nobody accepted. */
export function whyHeldBack({ issues, additions }: Reviewed): string | undefined {
  const doubt = issues.find(({ resolution }) => resolution === undefined);
  if (doubt) return inWords(doubt);
  return additions[0] && `UNACCEPTED_ADDITION: ${additions[0].explanation}`;
}

/** An issue as `CODE: message`. */
export const inWords = ({ code, message }: DraftIssue): string => `${code.toUpperCase()}: ${message}`;
