import { isDuplicate, transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { newId } from '@assay/kit/id';
import type { OpenIdPerson } from '../../domain/single-sign-on/openid-person.ts';
import {
  claimAccount,
  clearAccount,
  findIdentityHolder,
  insertIdentity,
  lockIdentities,
} from '../../store/single-sign-on/identities.ts';
import { isInvited } from '../../store/invitations/invitations.ts';
import { deleteSessions } from '../../store/sessions/sessions.ts';
import { insertUser } from '../../store/account/users.ts';
import { auditPerson } from '../audit-log/audit-person.ts';
import { auditSignOn, type Refusal } from './audit-sign-on.ts';
import { openSession, type OpenedSession, type SessionBegin } from '../sessions/open-session.ts';
import { reassign, rolesFor, type RoleRules } from './reassign-roles.ts';

/** Whose account it is. `linked`: they came with this identity before; `unproven`: anybody may have made it. */
type Account = { standing: 'new'; userId?: never } | { standing: 'linked' | 'proven' | 'unproven'; userId: string };
/** What a browser came with. */
type Browser = Pick<SessionBegin, 'userAgent' | 'sessionToken'>;
type Refused = { refusal: Refusal; userId?: string };

/**
 * Signs somebody in whom the provider vouches for: finds or makes their account, gives them the roles of their groups and opens a
 * session. Says why not where that cannot be; then no account is made or linked, but roles whose groups are gone are gone, and
 * with the last of them every session.
 */
export async function signInWithIdentity(
  pool: Pool,
  person: OpenIdPerson,
  signon: RoleRules,
  browser: Browser,
): Promise<OpenedSession | Refusal> {
  const attempt = () => transaction(pool, (tx) => signInOnce(tx, person, signon, browser));
  return attempt().catch((error: unknown) => {
    // Somebody else made the account meanwhile: it is there to be found now.
    if (isDuplicate(error)) return attempt();
    throw error;
  });
}

async function signInOnce(
  tx: Tx,
  person: OpenIdPerson,
  signon: RoleRules,
  browser: Browser,
): Promise<OpenedSession | Refusal> {
  const account = await accountOf(tx, person);
  if ('refusal' in account) return refuse(tx, person, account);
  const roles = await rolesFor(tx, account.userId, person.groups, signon);
  // Whoever is invited has nothing yet, and accepts with the account.
  if (!roles.next.belongs && !(person.emailIs === 'verified' && (await isInvited(tx, person.email)))) {
    await refuse(tx, person, { refusal: 'no access', ...(account.userId !== undefined && { userId: account.userId }) });
    if (account.userId === undefined) return 'no access';
    await reassign(tx, account.userId, roles);
    await deleteSessions(tx, account.userId);
    return 'no access';
  }
  const userId = account.userId ?? (await addUser(tx, person));
  if (account.standing === 'unproven') await takeOver(tx, userId);
  if (account.standing !== 'linked') await insertIdentity(tx, userId, person);
  await reassign(tx, userId, roles);
  const session = await openSession(tx, {
    userId,
    method: 'oidc',
    ...browser,
    organizationIds: roles.granted.map(({ organizationId }) => organizationId),
  });
  const { sessionId } = session;
  await auditPerson(tx, userId, { sessionId, target: { userId, sessionId }, after: { method: 'oidc' } });
  return session;
}

/** Their own account, else the one of their e-mail address if the provider has seen that it is theirs, else none yet. */
async function accountOf(tx: Tx, person: OpenIdPerson): Promise<Account | Refused> {
  const known = await findIdentityHolder(tx, person);
  if (known !== undefined) return { standing: 'linked', userId: known };
  await lockIdentities(tx);
  // They may have come twice at once.
  const meanwhile = await findIdentityHolder(tx, person);
  if (meanwhile !== undefined) return { standing: 'linked', userId: meanwhile };
  const account = await claimAccount(tx, person.email, person.issuer);
  if (!account) return person.emailIs === 'denied' ? { refusal: 'not verified' } : { standing: 'new' };
  const { userId, isLinked, isProven } = account;
  if (isLinked || person.emailIs !== 'verified') return { refusal: 'not theirs', userId };
  return { standing: isProven ? 'proven' : 'unproven', userId };
}

async function addUser(tx: Tx, { email, emailIs, name }: OpenIdPerson): Promise<string> {
  const userId = newId('usr');
  await insertUser(tx, {
    id: userId,
    email,
    name,
    passwordHash: undefined,
    addressProven: emailIs === 'verified',
  });
  return userId;
}

/** The account is theirs from now on: whoever made it before them, with a link that was not for them, is in it no longer. */
async function takeOver(tx: Tx, userId: string): Promise<void> {
  const { sessions, keys } = await clearAccount(tx, userId);
  await auditSignOn(tx, userId, {
    before: { addressProven: false },
    after: { addressProven: true, sessionsEnded: sessions, keysRevoked: keys },
  });
}

async function refuse(tx: Tx, person: OpenIdPerson, { refusal, userId }: Refused): Promise<Refusal> {
  const { issuer, subject, email } = person;
  await auditSignOn(tx, userId, {
    outcome: 'refused',
    after: {
      method: 'oidc',
      issuer,
      subject,
      email,
      refusal,
    },
  });
  return refusal;
}
