import { given } from '../../given.ts';
import type { DraftIssue } from './drafts.ts';

/** The issue of a draft in which something was masked when it was recorded: a person has to replace it. */
export const maskedIssue = (what: string, stepId?: string): Pick<DraftIssue, 'code' | 'message' | 'stepId'> => ({
  code: 'missing_prerequisite',
  message: `${what} held what looks like a secret; it is masked as [redacted] and has to be replaced.`,
  ...given({ stepId }),
});
