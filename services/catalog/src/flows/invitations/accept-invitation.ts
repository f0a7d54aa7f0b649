import type { AcceptInvitation } from '@assay/contract/areas/invitations/documents';
import { conflict, forbidden, notFound, Problem } from '@assay/contract/problem';
import { hashOfSecret } from '@assay/kit/security/secret';
import { joinWithNewAccount, joinWithAccount } from '../../actions/invitations/accept-invitation.ts';
import type { OpenedSession } from '../../actions/sessions/open-session.ts';
import type { Deps } from '../../deps.ts';
import type { Fault } from '@assay/contract/fault';
import { passwordFault } from '../../domain/passwords/password.ts';
import { faultProblem, refuseFault } from '@assay/contract/fault';
import { findOpenInvitation, type OpenInvitation } from '../../store/invitations/invitations.ts';
import { findBrowserSession } from '../sessions/browser-session.ts';
import { hashedPassword } from '../passwords/hashing.ts';

/** The secrets and the user agent of the browser that opens an invitation. */
export interface InvitationVisit {
  token: string;
  sessionToken: string;
  userAgent: string;
}

/** How a visitor accepts: by creating an account, by signing in to the existing account, or directly. */
export type InvitationVisitor =
  | { kind: 'new' }
  | { kind: 'stranger' }
  | { kind: 'other account' }
  | { kind: 'invited'; session: { id: string; userId: string } };

/** The invitation behind a link, and how its visitor would accept it; undefined when it can no longer be accepted. */
export async function readInvitation(
  deps: Deps,
  { token, sessionToken }: InvitationVisit,
): Promise<{ invitation: OpenInvitation; standing: InvitationVisitor } | undefined> {
  const invitation = await findOpenInvitation(deps.pool, hashOfSecret(token));
  if (!invitation) return undefined;
  if (invitation.accountId === undefined) return { invitation, standing: { kind: 'new' } };
  const session = await findBrowserSession(deps, sessionToken);
  if (!session) return { invitation, standing: { kind: 'stranger' } };
  return {
    invitation,
    standing: session.userId === invitation.accountId ? { kind: 'invited', session } : { kind: 'other account' },
  };
}

/** Accepts an invitation. Answers the new session, or the id of the existing one. */
export async function acceptInvitation(
  deps: Deps,
  invited: InvitationVisit,
  form: AcceptInvitation,
): Promise<OpenedSession | { sessionId: string; token?: never }> {
  const { invitation, standing } = (await readInvitation(deps, invited)) ?? {};
  if (!invitation || !standing) throw gone();
  switch (standing.kind) {
    case 'new':
      return anew(deps, invited, invitation, form);
    case 'stranger':
      throw new Problem('UNAUTHORIZED', `There is an account of ${invitation.email}: sign in with it, then accept.`);
    case 'other account':
      throw forbidden(`This invitation is for ${invitation.email}, and you are signed in with another account.`);
    case 'invited':
      if (!(await joinWithAccount(deps.pool, hashOfSecret(invited.token), standing.session))) throw gone();
      return { sessionId: standing.session.id };
  }
}

async function anew(
  { pool }: Deps,
  { token, sessionToken, userAgent }: InvitationVisit,
  { email }: OpenInvitation,
  { name, password }: AcceptInvitation,
): Promise<OpenedSession> {
  if (name === undefined) throw faultProblem(missing('/name'));
  if (password === undefined) throw faultProblem(missing('/password'));
  refuseFault(passwordFault(password, email, '/password'));
  const opened = await joinWithNewAccount(pool, hashOfSecret(token), {
    name,
    passwordHash: await hashedPassword(password),
    userAgent,
    sessionToken,
  });
  if (opened === 'gone') throw gone();
  if (opened === 'taken') throw conflict(`There is an account of ${email} now: sign in with it, then accept.`);
  return opened;
}

const missing = (path: string): Fault => ({ path, message: 'is needed for a new account' });
const gone = () => notFound('invitation');
