import type { CurrentSession } from '@assay/contract/areas/sessions/documents';
import { given } from '@assay/contract/given';
import { Problem } from '@assay/contract/problem';
import { csrfTokenOf } from '@assay/kit/security/csrf';
import { withHeaders, type ReplyWithHeaders } from '@assay/kit/rpc/with-headers';
import type { OpenedSession } from '../../actions/sessions/open-session.ts';
import type { Deps } from '../../deps.ts';
import { sessionCookie } from './session-cookie.ts';
import { findSessionState } from '../../store/sessions/sessions.ts';
import { findUser } from '../../store/account/users.ts';

/** The session document of the API. */
export async function currentSession(
  { pool, meshSecret }: Deps,
  sessionId: string,
  token: string,
): Promise<CurrentSession> {
  const session = await findSessionState(pool, sessionId);
  const user = session && (await findUser(pool, session.userId));
  if (!user) throw new Problem('UNAUTHORIZED', 'The session has ended.');
  const { id, organizationId, organizations, expiresAt } = session;
  return {
    id,
    user,
    ...given({ organizationId }),
    organizations,
    csrfToken: csrfTokenOf(meshSecret, token),
    expiresAt,
  };
}

/** The reply that gives the browser the cookie of a new session. */
export async function sessionAnswer(
  deps: Deps,
  { sessionId, token, expiresAt }: OpenedSession,
): Promise<ReplyWithHeaders<CurrentSession>> {
  return withHeaders(await currentSession(deps, sessionId, token), {
    'Set-Cookie': sessionCookie(token, expiresAt, deps.publicUrl),
  });
}
