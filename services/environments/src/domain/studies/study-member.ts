import { Email } from '@assay/contract/text';
import { refuseFault } from '@assay/contract/fault';
import type { StudyMember } from '@assay/contract/areas/studies/documents';
import { schemaChecker } from '@assay/kit/json/schema';
import { linkOf, type LinkSettings } from './study-view.ts';
import type { StoredStudy } from './study-record.ts';

/** An invited member as it is stored. */
export interface StoredMember {
  id: string;
  email: string;
  /** The account with this address, where the organization has one. */
  userId: string | undefined;
  createdAt: Date;
}

/** The members that a study can have. */
export const MAX_MEMBERS = 1_000;

const issuesOf = schemaChecker(Email({ minLength: 3, maxLength: 320 }));

/** The address that a request means, without the blanks around it. Throws VALIDATION_ERROR for no address of a mailbox. */
export function memberEmail(text: string): string {
  const email = text.trim().normalize('NFC');
  const [issue] = issuesOf(email);
  if (issue) refuseFault({ path: '/email', message: issue.message });
  return email;
}

/** The form in which addresses are compared. */
export const foldedEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

export const toStudyMember = (
  links: LinkSettings,
  study: StoredStudy,
  { id, email, userId }: StoredMember,
  emailSent: boolean,
): StudyMember => ({
  studyId: study.id,
  projectId: study.projectId,
  email,
  memberId: id,
  invited: userId === undefined,
  link: linkOf(links, study, id).url,
  emailSent,
});
