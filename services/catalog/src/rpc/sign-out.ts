import { signOut as operation } from '@assay/contract/operations/people';
import { handle, Raw } from '@assay/kit/handle';
import { endSession } from '../actions/end-session.ts';
import type { Deps } from '../deps.ts';
import { endedCookie } from '../session-cookie.ts';

export const signOut = ({ pool, publicUrl }: Deps) =>
  handle(operation, async ({ userId, sessionId }) => {
    await endSession(pool, userId!, sessionId!);
    return new Raw('{"signedOut":true}', 'application/json', { 'Set-Cookie': endedCookie(publicUrl) });
  });
