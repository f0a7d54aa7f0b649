import { given } from '@assay/contract/given';
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
import { deleteGrants } from '../../store/grants/grants.ts';
import { deleteSessions } from '../../store/sessions/sessions.ts';
import { insertUser } from '../../store/account/users.ts';
import { auditPerson } from '../audit-log/audit-person.ts';
import { auditSignOn, type SignOnRefusal } from './audit-sign-on.ts';
import { openSession, type OpenedSession, type SessionBegin } from '../sessions/open-session.ts';
import { reassignRoles, planRoles, type RoleRules } from './reassign-roles.ts';

/**
 * Which account a person has. `linked`: they signed in with this identity before. `proven` and `unproven`: whether the
 * account's owner has proven the address; a stranger may have made an unproven account.
 */
type Account = { standing: 'new'; userId?: never } | { standing: 'linked' | 'proven' | 'unproven'; userId: string };
/** The browser's part of a sign-in. */
type Browser = Pick<SessionBegin, 'userAgent' | 'sessionToken'>;
type Refused = { refusal: SignOnRefusal; userId?: string };

/**
 * Signs a person in whom the provider vouches for: finds or creates their account, gives them the roles of their groups
 * and opens a session. A refused sign-in answers its reason and creates or links no account; it still takes roles whose
 * groups are gone, and ends every session and grant of an account that has no access left.
 */
export async function signInWithIdentity(
  pool: Pool,
  person: OpenIdPerson,
  signon: RoleRules,
  browser: Browser,
): Promise<OpenedSession | SignOnRefusal> {
  const attempt = () => transaction(pool, (tx) => signInOnce(tx, person, signon, browser));
  return attempt().catch((error: unknown) => {
    // Another transaction created the account in the meantime; the second attempt finds it.
    if (isDuplicate(error)) return attempt();
    throw error;
  });
}

async function signInOnce(
  tx: Tx,
  person: OpenIdPerson,
  signon: RoleRules,
  browser: Browser,
): Promise<OpenedSession | SignOnRefusal> {
  const account = await accountOf(tx, person);
  if ('refusal' in account) return refuse(tx, person, account);
  const roles = await planRoles(tx, account.userId, person.groups, signon);
  // A person with an invitation has no role yet: they sign in first and then accept it with this account.
  if (!roles.next.belongs && !(person.emailIs === 'verified' && (await isInvited(tx, person.email)))) {
    await refuse(tx, person, { refusal: 'no access', ...given({ userId: account.userId }) });
    if (account.userId === undefined) return 'no access';
    await reassignRoles(tx, account.userId, roles);
    await deleteSessions(tx, account.userId);
    await deleteGrants(tx, account.userId);
    return 'no access';
  }
  const userId = account.userId ?? (await addUser(tx, person));
  if (account.standing === 'unproven') await takeOver(tx, userId);
  if (account.standing !== 'linked') await insertIdentity(tx, userId, person);
  await reassignRoles(tx, userId, roles);
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

/**
 * The account of this identity, else the account of its e-mail address if the provider has verified the address, else
 * none yet.
 */
async function accountOf(tx: Tx, person: OpenIdPerson): Promise<Account | Refused> {
  const known = await findIdentityHolder(tx, person);
  if (known !== undefined) return { standing: 'linked', userId: known };
  await lockIdentities(tx);
  // The same person may sign in twice at once; the other sign-in may have linked the identity.
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

/**
 * Makes the account safe for its real owner: a stranger may have made it with an invitation link, so its password,
 * sessions, keys and grants end.
 */
async function takeOver(tx: Tx, userId: string): Promise<void> {
  const { sessions, keys } = await clearAccount(tx, userId);
  await auditSignOn(tx, userId, {
    before: { addressProven: false },
    after: { addressProven: true, sessionsEnded: sessions, keysRevoked: keys },
  });
}

async function refuse(tx: Tx, person: OpenIdPerson, { refusal, userId }: Refused): Promise<SignOnRefusal> {
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
