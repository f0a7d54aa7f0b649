import { given } from '@assay/contract/given';
import { problemCodes, type Problem } from '@assay/contract/problem';
import type { RawReply } from '@assay/kit/rpc/handle';
import { htmlAnswer } from '@assay/page/html-answer';
import type { Deps } from '../../deps.ts';
import {
  goneInvitationPage,
  joinPage,
  newAccountPage,
  otherAccountPage,
  signInFirstPage,
} from '../../domain/invitations/invitation-pages.ts';
import { signOnLink } from '../single-sign-on/attempt.ts';
import { readInvitation, type InvitationVisit } from './accept-invitation.ts';
import { pathOf, withReturnTo } from '../sessions/page-paths.ts';

/** The page of an invitation for its visitor, with the problem of a failed attempt to accept it. */
export async function invitationAnswer(
  deps: Deps,
  invited: InvitationVisit,
  tried?: { name?: string; problem: Problem },
): Promise<RawReply> {
  const status = tried && problemCodes[tried.problem.code].http;
  const found = await readInvitation(deps, invited);
  if (!found) return htmlAnswer(goneInvitationPage(), {}, 404);
  const { invitation, standing } = found;
  const here = pathOf(deps, `/auth/invitations/${invited.token}`);
  const signIn = () => withReturnTo(pathOf(deps, '/auth/sign-in'), here);
  switch (standing.kind) {
    case 'new':
      return htmlAnswer(
        newAccountPage(invitation, {
          ...tried,
          ...given({ wrong: tried?.problem.message }),
          signOn: signOnLink(deps, here),
        }),
        {},
        status,
      );
    case 'stranger':
      return htmlAnswer(signInFirstPage(invitation, signIn()), {}, status);
    case 'other account':
      return htmlAnswer(otherAccountPage(invitation, signIn()), {}, status);
    case 'invited':
      return htmlAnswer(joinPage(invitation, tried?.problem.message), {}, status);
  }
}
