import { conflict, notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { MAX_MEMBERS, type StoredMember } from '../../domain/studies/study-member.ts';
import type { StoredStudy } from '../../domain/studies/study-record.ts';
import {
  countStudyMembers,
  deleteStudyMember,
  findStudyMember,
  upsertStudyMember,
} from '../../store/studies/study-members.ts';
import { claimStudy } from '../../store/studies/studies.ts';
import type { StudyTarget } from './change-study.ts';
import { endVisits } from './end-visits.ts';

/** Invites a person, or answers the member with the address. Throws NOT_FOUND, or CONFLICT when there are too many. */
export function inviteStudyMember(
  pool: Pool,
  { projectId, studyId }: StudyTarget,
  person: { email: string; userId: string | undefined },
): Promise<{ study: StoredStudy; member: StoredMember }> {
  return transaction(pool, async (tx) => {
    const study = await claimStudy(tx, projectId, studyId);
    if (!study) throw notFound('study');
    const { member, isNew } = await upsertStudyMember(tx, studyId, { id: newId('studymem'), ...person });
    if (isNew && (await countStudyMembers(tx, studyId)) > MAX_MEMBERS)
      throw conflict(`A study has at most ${MAX_MEMBERS} members: remove some first, or change its mode.`);
    await audit(tx, isNew ? { target: { studyId, memberId: member.id }, after: { email: member.email } } : undefined);
    return { study, member };
  });
}

/** Removes the member with this id or address, whose visits end at once; answers the id. Throws NOT_FOUND. */
export function removeStudyMember(pool: Pool, { projectId, studyId }: StudyTarget, reference: string): Promise<string> {
  return transaction(pool, async (tx) => {
    if (!(await claimStudy(tx, projectId, studyId))) throw notFound('study');
    const member = await findStudyMember(tx, studyId, reference);
    if (!member) throw notFound('member of this study');
    await endVisits(tx, { studyId, member }, 'memberRemoved');
    await deleteStudyMember(tx, member.id);
    await audit(tx, { target: { studyId, memberId: member.id }, before: { email: member.email } });
    return member.id;
  });
}
