import { discoverOAuthProtectedResourceMetadata } from '@modelcontextprotocol/client';
import type { Egress } from '@assay/egress/egress';
import type { Refusal } from './exchange.ts';
import type { Target } from './target.ts';

/** What tells that a server's 401 asks for an OAuth grant. */
export interface OAuthEvidence {
  resourceMetadataUrl?: string;
}

const DISCOVERY_MS = 3_000;

const PARAMETER = /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g;

/** One parameter of a WWW-Authenticate challenge (RFC 9110 section 11.2). */
export function challengeParameter(challenge: string | undefined, name: string): string | undefined {
  const [, , quoted, token] = [...(challenge ?? '').matchAll(PARAMETER)].find(([, key]) => key === name) ?? [];
  return quoted ?? token;
}

/**
 * Looks for OAuth behind a 401: the challenge names the metadata of the resource, or they lie at the well-known place
 * (RFC 9728), or the owner of the server said so. Undefined when the 401 is about something else.
 */
export async function findOAuth(refusal: Refusal | undefined, { url, useOAuth, egress }: Pick<Target, 'url' | 'useOAuth' | 'egress'>): Promise<OAuthEvidence | undefined> {
  if (refusal?.status !== 401) return undefined;
  const named = challengeParameter(refusal.challenge, 'resource_metadata');
  // RFC 9728 derives this address from the resource's own; one elsewhere would send us wherever the server likes.
  if (named && URL.parse(named)?.origin === new URL(url).origin) return { resourceMetadataUrl: named };
  return (await wellKnown(url, egress)) ?? (useOAuth ? {} : undefined);
}

async function wellKnown(url: string, egress: Egress): Promise<OAuthEvidence | undefined> {
  let found: string | undefined;
  const signal = AbortSignal.timeout(DISCOVERY_MS);
  try {
    await discoverOAuthProtectedResourceMetadata(url, {}, (at, init) => {
      found = String(at);
      return egress.fetch(at, { ...init, signal });
    });
    return found === undefined ? {} : { resourceMetadataUrl: found };
  } catch {
    return undefined;
  }
}
