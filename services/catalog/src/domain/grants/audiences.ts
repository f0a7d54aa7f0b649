import type { Audience } from '@assay/contract/areas/grants/documents';
import { type Scope, allScopes, isScope } from '@assay/contract/scopes';
import { commandLine } from './application.ts';

const PATHS: Readonly<Record<Audience, string>> = { mcp: '/mcp', api: '/api/v1' };

/** What an application asks for: which APIs its tokens are for, and what it may do there. */
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
  const base = publicUrl.replace(/\/$/, '');
  const both: Audience[] = ['mcp', 'api'];
  if (resources.length === 0) return applicationId === commandLine.id ? both : ['mcp'];
  const named = resources.map((resource) => {
    const href = URL.parse(resource)?.href.replace(/\/$/, '');
    if (href === URL.parse(base)?.href.replace(/\/$/, '') && applicationId === commandLine.id) return both;
    return both.filter((audience) => href === `${base}${PATHS[audience]}`);
  });
  if (named.some((each) => each.length === 0))
    return oauthFault('invalid_target', `resource must be ${base}${PATHS.mcp} or ${base}${PATHS.api}.`);
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

/** What the fields `scope` and `resource` ask for. */
export function askedBy(
  publicUrl: string,
  { scope, resources }: { scope: string | undefined; resources: string[] },
  applicationId: string,
): Asked | OAuthFault {
  const [audiences, scopes] = [audiencesOf(publicUrl, resources, applicationId), scopesOf(scope)];
  if (!Array.isArray(audiences)) return audiences;
  return Array.isArray(scopes) ? { audiences, scopes } : scopes;
}
