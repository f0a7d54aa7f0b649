import type { Tx } from '@assay/kit/postgres/db';
import { newId } from '@assay/kit/id';
import { hashOfSecret, newSecret } from '@assay/kit/security/secret';
import type { SignInMethod } from '../../domain/sessions/session.ts';
import { deleteSessionOf, insertSession } from '../../store/sessions/sessions.ts';

/**
 * `sessionToken` is the token of the session that the browser has already; the new session replaces it. Empty for none.
 */
export interface SessionBegin {
  userId: string;
  method: SignInMethod;
  userAgent: string;
  sessionToken: string;
  organizationIds?: string[];
}

/** A session that has just begun. The token is in plain text here, and nowhere else. */
export interface OpenedSession {
  token: string;
  sessionId: string;
  expiresAt: Date;
}

/** Opens a session with a fresh token. */
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
  // Deleted after the insert: the new session begins in the organization of the person's last session.
  if (sessionToken !== '') await deleteSessionOf(tx, hashOfSecret(sessionToken));
  return { token, sessionId, expiresAt };
}
