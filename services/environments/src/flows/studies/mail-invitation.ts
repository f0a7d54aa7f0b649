import { PeopleService } from '@assay/mesh/gen/assay/v1/people';
import type { Caller } from '@assay/kit/security/caller';
import type { Deps } from '../../deps.ts';
import { invitationMail } from '../../domain/studies/invitation-mail.ts';
import type { StoredMember } from '../../domain/studies/study-member.ts';
import type { StoredStudy } from '../../domain/studies/study-record.ts';
import { linkOf } from '../../domain/studies/study-view.ts';
import { asEnvironments } from '../access/as-environments.ts';

/**
 * Mails a member the personal link of a study, in the name of the caller. Answers whether the mail host took the mail:
 * false without a mail host, too.
 */
export async function mailInvitation(
  { catalog, sendMail, ...links }: Pick<Deps, 'catalog' | 'sendMail' | 'meshSecret' | 'publicUrl'>,
  { organizationId = '', userId = '' }: Caller,
  { study, member }: { study: StoredStudy; member: StoredMember },
): Promise<boolean> {
  if (!sendMail) return false;
  const { name } = await catalog.call(PeopleService.findMemberName, { organizationId, userId }, asEnvironments());
  return sendMail({
    to: member.email,
    ...invitationMail({ studyName: study.name, inviterName: name, link: linkOf(links, study, member.id).url }),
  });
}
