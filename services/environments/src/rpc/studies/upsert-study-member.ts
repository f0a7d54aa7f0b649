import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { memberEmail, toStudyMember } from '../../domain/studies/study-member.ts';
import { inviteMember } from '../../flows/studies/invite-member.ts';

export const upsertStudyMember = (deps: Deps) =>
  handle(operations.upsertStudyMember, async (caller, target, { email }) => {
    const { study, member } = await inviteMember(deps, caller, target, memberEmail(email));
    return toStudyMember(deps, study, member, false);
  });
