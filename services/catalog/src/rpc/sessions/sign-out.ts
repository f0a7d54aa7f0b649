import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { withHeaders } from '@assay/kit/rpc/with-headers';
import { endSession } from '../../actions/sessions/end-session.ts';
import type { Deps } from '../../deps.ts';
import { endedCookie } from '../../flows/sessions/session-cookie.ts';

export const signOut = ({ pool, publicUrl }: Deps) =>
  handle(operations.signOut, async ({ userId, sessionId }) => {
    await endSession(pool, userId!, sessionId!);
    return withHeaders({ signedOut: true as const }, { 'Set-Cookie': endedCookie(publicUrl) });
  });
