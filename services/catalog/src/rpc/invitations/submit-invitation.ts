import { AcceptInvitation } from '@assay/contract/areas/invitations/documents';
import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { checkedDocument } from '@assay/kit/json/parse';
import { formFields } from '@assay/page/form';
import type { Deps } from '../../deps.ts';
import { invitationAnswer } from '../../flows/invitations/invitation-answer.ts';
import { acceptInvitation } from '../../flows/invitations/accept-invitation.ts';
import { redirectTo, pathOf } from '../../flows/sessions/page-paths.ts';
import { sessionCookie } from '../../flows/sessions/session-cookie.ts';

const check = checkedDocument(AcceptInvitation);

export const submitInvitation = (deps: Deps) =>
  handle(operations.submitInvitation, async (_caller, invited, form) => {
    const fields = formFields(form, 'name', 'password');
    try {
      const session = await acceptInvitation(deps, invited, check(fields));
      return redirectTo(
        pathOf(deps, '/'),
        session.token === undefined
          ? {}
          : { 'Set-Cookie': sessionCookie(session.token, session.expiresAt, deps.publicUrl) },
      );
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      return invitationAnswer(deps, invited, { ...given({ name: fields.name }), problem });
    }
  });
