import type { Tx } from '@assay/kit/postgres/db';
import { newId } from '@assay/kit/id';
import { hashOfSecret, newSecret } from '@assay/kit/security/secret';
import type { SignInMethod } from '../../domain/sessions/session.ts';
import { deleteSessionOf, insertSession } from '../../store/sessions/sessions.ts';

/** `sessionToken` is that of the session which the browser has, and which ends with the new one; empty for none. */
export interface SessionBegin {
  userId: string;
  method: SignInMethod;
  userAgent: string;
  sessionToken: string;
  organizationIds?: string[];
}

/** A session that has just begun. The token is in plain, and this is the only time that it is. */
export interface OpenedSession {
  token: string;
  sessionId: string;
  expiresAt: Date;
}

/** Signs somebody in, with a token that nobody had before. */
export async function openSession(
  tx: Tx,
  { userId, method, userAgent, sessionToken, organizationIds = [] }: SessionBegin,
): Promise<OpenedSession> {
  const [token, sessionId] = [newSecret(), newId('ses')];
  const { expiresAt } = await insertSession(tx, {
    id: sessionId,
    userId,
    organizationIds,
    hash: hashOfSecret(token),
    method,
    userAgent,
  });
  // Only then: where somebody acted last is where they begin.
  if (sessionToken !== '') await deleteSessionOf(tx, hashOfSecret(sessionToken));
  return { token, sessionId, expiresAt };
}
