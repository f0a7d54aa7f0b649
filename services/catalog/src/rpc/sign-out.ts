import { signOut as operation } from '@assay/contract/operations/people';
import { handle } from '@assay/kit/handle';
import { withHeaders } from '@assay/kit/with-headers';
import { endSession } from '../actions/end-session.ts';
import type { Deps } from '../deps.ts';
import { endedCookie } from '../session-cookie.ts';

export const signOut = ({ pool, publicUrl }: Deps) =>
  handle(operation, async ({ userId, sessionId }) => {
    await endSession(pool, userId!, sessionId!);
    return withHeaders({ signedOut: true as const }, { 'Set-Cookie': endedCookie(publicUrl) });
  });
