import { PeopleService } from '@assay/mesh/gen/assay/v1/people';
import type { Caller } from '@assay/kit/security/caller';
import type { StudyTarget } from '../../actions/studies/change-study.ts';
import { inviteStudyMember } from '../../actions/studies/study-members.ts';
import type { Deps } from '../../deps.ts';
import { foldedEmail, type StoredMember } from '../../domain/studies/study-member.ts';
import type { StoredStudy } from '../../domain/studies/study-record.ts';
import { asEnvironments } from '../access/as-environments.ts';

/** Invites a person by address, with the account that the organization has for it. Throws NOT_FOUND or CONFLICT. */
export async function inviteMember(
  { pool, catalog }: Pick<Deps, 'pool' | 'catalog'>,
  { organizationId = '' }: Caller,
  target: StudyTarget,
  email: string,
): Promise<{ study: StoredStudy; member: StoredMember }> {
  const asked = { organizationId, email: foldedEmail(email) };
  const { userId } = await catalog.call(PeopleService.findMember, asked, asEnvironments());
  return inviteStudyMember(pool, target, { email, userId: userId || undefined });
}
