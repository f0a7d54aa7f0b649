import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { currentSession, sessionAnswer } from '../../flows/sessions/current-session.ts';
import { acceptInvitation as accept } from '../../flows/invitations/accept-invitation.ts';

export const acceptInvitation = (deps: Deps) =>
  handle(operations.acceptInvitation, async (_caller, invited, form) => {
    const session = await accept(deps, invited, form);
    return session.token === undefined
      ? currentSession(deps, session.sessionId, invited.sessionToken)
      : sessionAnswer(deps, session);
  });
