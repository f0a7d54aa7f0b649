import type { Audience } from '@assay/contract/areas/grants/documents';
import { audiencePaths, issuerOf } from '@assay/contract/areas/grants/resources';
import { type Scope, allScopes, isScope } from '@assay/contract/areas/grants/scopes';
import { commandLine } from './application.ts';

/** A wish of an application: the APIs that its tokens are for, and its scopes there. */
export interface Asked {
  audiences: Audience[];
  scopes: Scope[];
}

/** An error of OAuth: its code, and a sentence for the developer of the application. */
export interface OAuthFault {
  error: string;
  description: string;
}

export const oauthFault = (error: string, description: string): OAuthFault => ({ error, description });

/**
 * The APIs that resource indicators name (RFC 8707). Without one, the command line's tokens are for both, all others
 * for `/mcp`; the address of the installation itself is both.
 */
export function audiencesOf(publicUrl: string, resources: string[], applicationId: string): Audience[] | OAuthFault {
  const base = issuerOf(publicUrl);
  const both: Audience[] = ['mcp', 'api'];
  if (resources.length === 0) return applicationId === commandLine.id ? both : ['mcp'];
  const named = resources.map((resource) => {
    const href = URL.parse(resource)?.href.replace(/\/$/, '');
    if (href === URL.parse(base)?.href.replace(/\/$/, '') && applicationId === commandLine.id) return both;
    return both.filter((audience) => href === `${base}${audiencePaths[audience]}`);
  });
  if (named.some((each) => each.length === 0))
    return oauthFault('invalid_target', `resource must be ${base}${audiencePaths.mcp} or ${base}${audiencePaths.api}.`);
  return both.filter((audience) => named.flat().includes(audience));
}

/** The scopes that a text names, all when it is absent. Unknown ones are left out. */
export function scopesOf(text: string | undefined): Scope[] | OAuthFault {
  const words = (text ?? '').split(' ').filter((word) => word !== '');
  if (words.length === 0) return allScopes;
  const known = allScopes.filter((scope) => words.includes(scope));
  return words.some(isScope) ? known : oauthFault('invalid_scope', `scope must name some of: ${allScopes.join(' ')}.`);
}

export const isFault = (answer: object): answer is OAuthFault => 'error' in answer;

/** The wish of the fields `scope` and `resource`. */
export function askedBy(
  publicUrl: string,
  { scope, resources }: { scope: string | undefined; resources: string[] },
  applicationId: string,
): Asked | OAuthFault {
  const [audiences, scopes] = [audiencesOf(publicUrl, resources, applicationId), scopesOf(scope)];
  if (!Array.isArray(audiences)) return audiences;
  return Array.isArray(scopes) ? { audiences, scopes } : scopes;
}
