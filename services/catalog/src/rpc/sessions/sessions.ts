import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { returnPath } from '../../domain/sessions/return-to.ts';
import { currentSession } from '../../flows/sessions/current-session.ts';
import { pathOf } from '../../flows/sessions/page-paths.ts';
import { signInAnswer } from '../../flows/sessions/sign-in-answer.ts';

export const getSession = (deps: Deps) =>
  handle(operations.getSession, async ({ sessionId }, { sessionToken }) =>
    currentSession(deps, sessionId!, sessionToken),
  );

export const getSignInMethods = ({ signon }: Deps) =>
  handle(operations.getSignInMethods, async () => ({ password: true, ...(signon && { oidc: { name: signon.name } }) }));

export const openSignIn = (deps: Deps) =>
  handle(operations.openSignIn, async (_caller, _target, { returnTo }) =>
    signInAnswer(deps, returnPath(returnTo) ?? pathOf(deps, '/')),
  );
