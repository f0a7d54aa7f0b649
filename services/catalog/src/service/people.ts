import { PeopleService } from '@assay/contract/gen/assay/v1/people';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { acceptInvitation } from '../rpc/accept-invitation.ts';
import { changeMember } from '../rpc/change-member.ts';
import { changePassword } from '../rpc/change-password.ts';
import { createInvitation } from '../rpc/create-invitation.ts';
import { createPasswordReset } from '../rpc/create-password-reset.ts';
import { endSession } from '../rpc/end-session.ts';
import { getSession } from '../rpc/get-session.ts';
import { getSignInMethods } from '../rpc/get-sign-in-methods.ts';
import { listInvitations } from '../rpc/list-invitations.ts';
import { listMembers } from '../rpc/list-members.ts';
import { listProjectMembers } from '../rpc/list-project-members.ts';
import { listOwnSessions } from '../rpc/list-own-sessions.ts';
import { openInvitation } from '../rpc/open-invitation.ts';
import { openPasswordReset } from '../rpc/open-password-reset.ts';
import { openSignIn } from '../rpc/open-sign-in.ts';
import { removeMember } from '../rpc/remove-member.ts';
import { removeProjectMember } from '../rpc/remove-project-member.ts';
import { resetPassword } from '../rpc/reset-password.ts';
import { revokeInvitation } from '../rpc/revoke-invitation.ts';
import { setProjectMember } from '../rpc/set-project-member.ts';
import { signIn } from '../rpc/sign-in.ts';
import { signOut } from '../rpc/sign-out.ts';
import { submitInvitation } from '../rpc/submit-invitation.ts';
import { submitPasswordReset } from '../rpc/submit-password-reset.ts';
import { submitSignIn } from '../rpc/submit-sign-in.ts';
import { switchOrganization } from '../rpc/switch-organization.ts';

export const people = (deps: Deps): Implementation =>
  implement(PeopleService, {
    getSignInMethods: getSignInMethods(deps),
    openSignIn: openSignIn(deps),
    signIn: signIn(deps),
    submitSignIn: submitSignIn(deps),
    signOut: signOut(deps),
    getSession: getSession(deps),
    switchOrganization: switchOrganization(deps),
    listOwnSessions: listOwnSessions(deps),
    endSession: endSession(deps),
    changePassword: changePassword(deps),
    createPasswordReset: createPasswordReset(deps),
    openPasswordReset: openPasswordReset(deps),
    resetPassword: resetPassword(deps),
    submitPasswordReset: submitPasswordReset(deps),
    listMembers: listMembers(deps),
    changeMember: changeMember(deps),
    removeMember: removeMember(deps),
    listProjectMembers: listProjectMembers(deps),
    setProjectMember: setProjectMember(deps),
    removeProjectMember: removeProjectMember(deps),
    createInvitation: createInvitation(deps),
    listInvitations: listInvitations(deps),
    revokeInvitation: revokeInvitation(deps),
    openInvitation: openInvitation(deps),
    acceptInvitation: acceptInvitation(deps),
    submitInvitation: submitInvitation(deps),
  });
