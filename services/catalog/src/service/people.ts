import { PeopleService } from '@assay/contract/gen/assay/v1/people';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { acceptInvitation } from '../rpc/invitations/accept-invitation.ts';
import { changeMember } from '../rpc/members/change-member.ts';
import { changePassword } from '../rpc/passwords/change-password.ts';
import { createInvitation } from '../rpc/invitations/create-invitation.ts';
import { createPasswordReset } from '../rpc/passwords/create-password-reset.ts';
import { endSession } from '../rpc/sessions/end-session.ts';
import { getSession } from '../rpc/sessions/get-session.ts';
import { getSignInMethods } from '../rpc/sessions/get-sign-in-methods.ts';
import { listInvitations } from '../rpc/invitations/list-invitations.ts';
import { listMembers } from '../rpc/members/list-members.ts';
import { listProjectMembers } from '../rpc/members/list-project-members.ts';
import { listOwnSessions } from '../rpc/sessions/list-own-sessions.ts';
import { openInvitation } from '../rpc/invitations/open-invitation.ts';
import { openPasswordReset } from '../rpc/passwords/open-password-reset.ts';
import { openSignIn } from '../rpc/sessions/open-sign-in.ts';
import { removeMember } from '../rpc/members/remove-member.ts';
import { removeProjectMember } from '../rpc/members/remove-project-member.ts';
import { resetPassword } from '../rpc/passwords/reset-password.ts';
import { revokeInvitation } from '../rpc/invitations/revoke-invitation.ts';
import { setProjectMember } from '../rpc/members/set-project-member.ts';
import { signIn } from '../rpc/sessions/sign-in.ts';
import { signOut } from '../rpc/sessions/sign-out.ts';
import { submitInvitation } from '../rpc/invitations/submit-invitation.ts';
import { submitPasswordReset } from '../rpc/passwords/submit-password-reset.ts';
import { submitSignIn } from '../rpc/sessions/submit-sign-in.ts';
import { switchOrganization } from '../rpc/sessions/switch-organization.ts';

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
