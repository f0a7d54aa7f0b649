import { asName } from '@assay/contract/as-name';
import { Email } from '@assay/contract/text';
import { canonicalEmail } from '../account/email.ts';
import { objectOf } from '../untrusted.ts';

/** A person's identity at an OpenID provider. */
export interface OpenIdIdentity {
  issuer: string;
  subject: string;
}

/** A person whom an OpenID provider vouches for. */
export interface OpenIdPerson extends OpenIdIdentity {
  email: string;
  /** Whether the provider verified the address: it says yes, says nothing (`untold`), or says no. */
  emailIs: 'verified' | 'untold' | 'denied';
  name: string;
  groups: string[];
}

/** A person whose provider tells no e-mail address. */
export type NamelessPerson = OpenIdIdentity & { email?: never };

/** The claims of one of the provider's documents. */
export type OpenIdClaims = Record<string, unknown>;

const MAX = { subject: 255, email: 254 };
const EMAIL = new RegExp((Email() as { pattern?: string }).pattern!, 'u');

/** Whether an ID token has all the claims that we need, so that the userinfo request can be skipped. */
export const hasAllClaims = (claims: OpenIdClaims, groupsClaim: string | undefined): boolean =>
  isTold(claims) &&
  claims['email_verified'] !== undefined &&
  nameIn(claims) !== undefined &&
  (groupsClaim === undefined || claims[groupsClaim] !== undefined);

/**
 * Reads the claims of an ID token and of the userinfo, which may be empty. Answers `malformed` for unusable claims. The
 * verification of an address counts only in the document that also names the address.
 */
export function personIn(
  token: OpenIdClaims,
  userinfo: OpenIdClaims,
  groupsClaim: string,
): OpenIdPerson | NamelessPerson | 'malformed' {
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

/** Whether the provider left the groups out because there are too many, and only says where to fetch them. */
export const areGroupsElsewhere = (claims: OpenIdClaims, groupsClaim: string): boolean =>
  claims[groupsClaim] === undefined &&
  (Object.hasOwn(objectOf(claims['_claim_names']), groupsClaim) ||
    (groupsClaim === 'groups' && ![undefined, false].includes(claims['hasgroups'] as boolean | undefined)));

const isTold = ({ email }: OpenIdClaims): boolean => email !== undefined && email !== '';

/** Also refuses invisible characters, which would make one address look like another. */
const isAddress = (email: unknown): email is string =>
  typeof email === 'string' && email.length <= MAX.email && EMAIL.test(email) && !/\p{Cf}/u.test(email);

/** Some providers send a text instead of a boolean: the text "true" does not count as verified. */
const wordOn = (verified: unknown): OpenIdPerson['emailIs'] => {
  if (verified === true) return 'verified';
  return verified === false || verified === 'false' ? 'denied' : 'untold';
};

/** A text that Postgres can store. */
const isKeepable = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= max && !value.includes('\0');

/** Some providers send a single group without a list. */
function groupsIn(claim: unknown = []): string[] | undefined {
  if (typeof claim === 'string') return [claim];
  return Array.isArray(claim) && claim.every((group) => typeof group === 'string') ? claim : undefined;
}

const nameIn = ({ name, preferred_username: username }: OpenIdClaims): string | undefined =>
  [name, username]
    .filter((each) => typeof each === 'string')
    .map(asName)
    .find(Boolean);
