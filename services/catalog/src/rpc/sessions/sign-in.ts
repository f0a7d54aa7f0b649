import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { withHeaders } from '@assay/kit/rpc/with-headers';
import type { Deps } from '../../deps.ts';
import { currentSession } from '../../flows/sessions/current-session.ts';
import { signInWithPassword } from '../../flows/sessions/sign-in.ts';

export const signIn = (deps: Deps) =>
  handle(operations.signIn, async (_caller, browser, form) => {
    const { sessionId, token, cookies } = await signInWithPassword(deps, form, browser);
    return withHeaders(await currentSession(deps, sessionId, token), { 'Set-Cookie': cookies });
  });
