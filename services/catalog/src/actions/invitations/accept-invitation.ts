import type { Invitation } from '@assay/contract/areas/invitations/documents';
import { given } from '@assay/contract/given';
import { audit } from '@assay/kit/audit/audit';
import { isDuplicate, transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { newId } from '@assay/kit/id';
import { takeInvitation } from '../../store/invitations/invitations.ts';
import { findMember, raiseMember } from '../../store/members/memberships.ts';
import { raiseProjectRole } from '../../store/members/project-members.ts';
import { moveSession } from '../../store/sessions/sessions.ts';
import { insertUser } from '../../store/account/users.ts';
import { openSession, type OpenedSession } from '../sessions/open-session.ts';

/**
 * Accepts an invitation with an existing account, in the session that is signed in with it. False when the invitation
 * is gone.
 */
export async function joinWithAccount(
  pool: Pool,
  hash: Buffer,
  session: { id: string; userId: string },
): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const invitation = await takeInvitation(tx, hash);
    if (!invitation) return false;
    await raise(tx, invitation, session.userId);
    await note(tx, invitation, session.userId, session.id);
    await moveSession(tx, session.id, invitation.organizationId);
    return true;
  });
}

export interface NewAccount {
  name: string;
  passwordHash: string;
  userAgent: string;
  sessionToken: string;
}

/**
 * Accepts an invitation with a new account, and signs in. Answers `gone` when the invitation is gone, `taken` when the
 * account of its address was made in the meantime.
 */
export async function joinWithNewAccount(
  pool: Pool,
  hash: Buffer,
  { name, passwordHash, userAgent, sessionToken }: NewAccount,
): Promise<OpenedSession | 'gone' | 'taken'> {
  const joining = transaction(pool, async (tx) => {
    const invitation = await takeInvitation(tx, hash);
    if (!invitation) return 'gone';
    const userId = newId('usr');
    await insertUser(tx, {
      id: userId,
      email: invitation.email,
      name,
      passwordHash,
      addressProven: false,
    });
    await raise(tx, invitation, userId);
    const opened = await openSession(tx, {
      userId,
      method: 'invitation',
      userAgent,
      sessionToken,
      organizationIds: [invitation.organizationId],
    });
    await note(tx, invitation, userId, opened.sessionId);
    return opened;
  });
  return joining.catch((error: unknown) => {
    if (isDuplicate(error)) return 'taken';
    throw error;
  });
}

type Taken = Invitation & { organizationId: string };

async function raise(tx: Tx, { organizationId, projectId, role }: Taken, userId: string): Promise<void> {
  await raiseMember(tx, organizationId, userId, projectId === undefined ? role : 'viewer');
  if (projectId !== undefined)
    await raiseProjectRole(tx, {
      organizationId,
      projectId,
      userId,
      role,
    });
}

async function note(tx: Tx, { organizationId, ...before }: Taken, userId: string, sessionId: string): Promise<void> {
  const target = {
    invitationId: before.id,
    userId,
    ...given({ projectId: before.projectId }),
  };
  await audit(tx, {
    organizationId,
    userId,
    sessionId,
    target,
    before,
    after: await findMember(tx, organizationId, userId),
  });
}
