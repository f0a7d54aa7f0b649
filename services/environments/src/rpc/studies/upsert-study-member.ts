import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { memberEmail, toStudyMember } from '../../domain/studies/study-member.ts';
import { inviteMember } from '../../flows/studies/invite-member.ts';
import { mailInvitation } from '../../flows/studies/mail-invitation.ts';

export const upsertStudyMember = (deps: Deps) =>
  handle(operations.upsertStudyMember, async (caller, target, { email, sendInviteEmail = false }) => {
    const invited = await inviteMember(deps, caller, target, memberEmail(email));
    const emailSent = sendInviteEmail && (await mailInvitation(deps, caller, invited));
    return toStudyMember(deps, invited.study, invited.member, emailSent);
  });
