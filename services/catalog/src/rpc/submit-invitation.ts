import { AcceptInvitation } from '@assay/contract/documents/invitation';
import { submitInvitation as operation } from '@assay/contract/operations/invitations';
import { Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { checked } from '@assay/kit/parse';
import { fieldsOf } from '@assay/page/form';
import type { Deps } from '../deps.ts';
import { invitationAnswer } from '../people/invitation-answer.ts';
import { acceptInvitation } from '../people/accept-invitation.ts';
import { leadTo, pathOf } from '../people/paths.ts';
import { sessionCookie } from '../session-cookie.ts';

const check = checked(AcceptInvitation);

export const submitInvitation = (deps: Deps) =>
  handle(operation, async (_caller, invited, form) => {
    const fields = fieldsOf(form, 'name', 'password');
    try {
      const session = await acceptInvitation(deps, invited, check(fields));
      return leadTo(
        pathOf(deps, '/'),
        session.token === undefined
          ? {}
          : { 'Set-Cookie': sessionCookie(session.token, session.expiresAt, deps.publicUrl) },
      );
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      return invitationAnswer(deps, invited, { ...(fields.name !== undefined && { name: fields.name }), problem });
    }
  });
