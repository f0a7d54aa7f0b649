import { allScopes, type Scope } from '@assay/contract/areas/grants/scopes';
import { csrfTokenOf, isCsrfToken } from '@assay/kit/security/csrf';
import { hashOfSecret, isSecret } from '@assay/kit/security/secret';
import type { RawReply } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import type { OAuthParameters } from '../../domain/grants/authorization-request.ts';
import { valueOf } from '../../domain/grants/authorization-request.ts';
import type { Grantor } from '../../domain/grants/grant.ts';
import { MAX_RETURN_CHARS } from '../../domain/sessions/return-to.ts';
import { findUser } from '../../store/account/users.ts';
import { findSession, findSessionState } from '../../store/sessions/sessions.ts';
import { pathOf, redirectTo, withReturnTo } from '../sessions/page-paths.ts';

/** The signed-in person in front of a consent page. */
export interface ConsentingPerson {
  userId: string;
  email: string;
  /** The organization of the session. */
  organizationId: string | undefined;
  organizations: { id: string; name: string }[];
  csrfToken: string;
  /** Whether a form was sent by a page that was made for this session. */
  sent(form: OAuthParameters): boolean;
}

/** The person of a browser's session; undefined without a live one. */
export async function consentingPerson(
  { pool, meshSecret }: Deps,
  sessionToken: string,
): Promise<ConsentingPerson | undefined> {
  if (!isSecret(sessionToken)) return undefined;
  const found = await findSession(pool, hashOfSecret(sessionToken));
  const [state, user] = found
    ? await Promise.all([findSessionState(pool, found.id), findUser(pool, found.userId)])
    : [];
  if (!state || !user) return undefined;
  return {
    userId: state.userId,
    email: user.email,
    organizationId: state.organizationId,
    organizations: state.organizations,
    csrfToken: csrfTokenOf(meshSecret, sessionToken),
    sent: (form) => isCsrfToken(meshSecret, sessionToken, valueOf(form, 'csrf') ?? ''),
  };
}

/** Leads to the sign-in page, and back to `path`; undefined when the path is too long to come back to. */
export const signInFirst = (deps: Deps, path: string): RawReply | undefined => {
  const returnTo = pathOf(deps, path);
  return returnTo.length > MAX_RETURN_CHARS
    ? undefined
    : redirectTo(withReturnTo(pathOf(deps, '/auth/sign-in'), returnTo), {}, 303);
};

/** The decision of a person on a consent page; `wrong` is the fault of a form that decides nothing. */
export type Decision = (Grantor & { scopes: Scope[] }) | 'denied' | { wrong: string };

/** Reads the decision of a form. Only scopes that were asked for can be allowed. */
export function decisionOf(person: ConsentingPerson, form: OAuthParameters, asked: Scope[]): Decision {
  if (!person.sent(form)) return { wrong: 'This page was made for another session. Look at it again, then decide.' };
  if (valueOf(form, 'decision') !== 'allow') return 'denied';
  const organizationId = valueOf(form, 'organization');
  if (organizationId === undefined || person.organizations.every(({ id }) => id !== organizationId))
    return { wrong: 'Choose one of your organizations.' };
  const scopes = allScopes.filter((scope) => asked.includes(scope) && form.has(scope));
  if (scopes.length === 0) return { wrong: 'Allow at least one of these, or deny.' };
  return { userId: person.userId, organizationId, scopes };
}
