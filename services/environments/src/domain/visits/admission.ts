import type { StudyMode } from '@assay/contract/areas/studies/documents';

/** The facts about a person who opens a link of a study. */
export interface Guest {
  /** The member of the study whom the link was made for, or who has the account of the person. */
  memberId?: string | undefined;
  /** The account of the person, when they signed in. */
  userId?: string | undefined;
  /** Whether the account has a role in the project of the study. */
  hasProjectRole?: boolean;
}

/** Whether a study in this mode lets the guest in. */
export function isAdmitted(mode: StudyMode, { memberId, hasProjectRole = false }: Guest): boolean {
  if (mode === 'anyone_with_link' || hasProjectRole) return true;
  return mode === 'invited_only' && memberId !== undefined;
}
