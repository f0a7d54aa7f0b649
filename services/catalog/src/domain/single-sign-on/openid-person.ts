import { asName } from '@assay/contract/as-name';
import { Email } from '@assay/contract/text';
import { canonicalEmail } from '../account/email.ts';
import { objectOf } from '../untrusted.ts';

/** Who somebody is at their OpenID provider. */
export interface Identity {
  issuer: string;
  subject: string;
}

/** Somebody whom an OpenID provider vouches for. */
export interface OpenIdPerson extends Identity {
  email: string;
  /** Whether the provider has seen that the address is theirs: it says so, says nothing of it, or says that it has not. */
  emailIs: 'verified' | 'untold' | 'denied';
  name: string;
  groups: string[];
}

/** Somebody of whom it tells no address. */
export type Nameless = Identity & { email?: never };

/** What the provider says of somebody, in one of its documents. */
export type Claims = Record<string, unknown>;

const MAX = { subject: 255, email: 254 };
const EMAIL = new RegExp((Email() as { pattern?: string }).pattern!, 'u');

/** Whether an ID token says all that we want to know of somebody, so that the userinfo need not be asked. */
export const saysAll = (claims: Claims, groupsClaim: string | undefined): boolean =>
  isTold(claims) &&
  claims['email_verified'] !== undefined &&
  nameIn(claims) !== undefined &&
  (groupsClaim === undefined || claims[groupsClaim] !== undefined);

/**
 * Reads the claims of an ID token and of the userinfo, which may be empty. Says so when they are nothing that one can go by.
 * Whether an address is verified says only the document that names it.
 */
export function personIn(token: Claims, userinfo: Claims, groupsClaim: string): OpenIdPerson | Nameless | 'malformed' {
  const [claims, told] = [{ ...userinfo, ...token }, [token, userinfo].filter(isTold)];
  const { email, email_verified: verified } =
    told.find((each) => each['email_verified'] !== undefined) ?? told[0] ?? {};
  const { iss: issuer, sub: subject } = claims;
  const groups = groupsIn(claims[groupsClaim]);
  if (typeof issuer !== 'string' || !isKeepable(subject, MAX.subject) || groups === undefined) return 'malformed';
  if (email === undefined) return { issuer, subject };
  if (!isAddress(email)) return 'malformed';
  return {
    issuer,
    subject,
    email: canonicalEmail(email),
    emailIs: wordOn(verified),
    name: nameIn(claims) ?? asName(email.split('@')[0]!),
    groups,
  };
}

/** Whether somebody is in more groups than the provider puts into its documents, so that it says there only where to ask for them. */
export const areGroupsElsewhere = (claims: Claims, groupsClaim: string): boolean =>
  claims[groupsClaim] === undefined &&
  (Object.hasOwn(objectOf(claims['_claim_names']), groupsClaim) ||
    (groupsClaim === 'groups' && ![undefined, false].includes(claims['hasgroups'] as boolean | undefined)));

const isTold = ({ email }: Claims): boolean => email !== undefined && email !== '';

/** Also none with characters that nobody sees, with which it would look like another one. */
const isAddress = (email: unknown): email is string =>
  typeof email === 'string' && email.length <= MAX.email && EMAIL.test(email) && !/\p{Cf}/u.test(email);

/** Some providers write a text where a boolean belongs: one that vouches is no word that we go by. */
const wordOn = (verified: unknown): OpenIdPerson['emailIs'] => {
  if (verified === true) return 'verified';
  return verified === false || verified === 'false' ? 'denied' : 'untold';
};

/** Text that Postgres can hold. */
const isKeepable = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= max && !value.includes('\0');

/** Some providers write a single group without the list around it. */
function groupsIn(claim: unknown = []): string[] | undefined {
  if (typeof claim === 'string') return [claim];
  return Array.isArray(claim) && claim.every((group) => typeof group === 'string') ? claim : undefined;
}

const nameIn = ({ name, preferred_username: username }: Claims): string | undefined =>
  [name, username]
    .filter((each) => typeof each === 'string')
    .map(asName)
    .find(Boolean);
