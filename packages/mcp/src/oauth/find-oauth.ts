import { discoverOAuthProtectedResourceMetadata } from '@modelcontextprotocol/client';
import type { Egress } from '@assay/egress/egress';
import type { Refusal } from '../exchange.ts';
import type { Target } from '../target.ts';
import { challengeParameter } from './challenge.ts';
import { smallFetch } from './small-fetch.ts';

/** What tells that a server's 401 asks for an OAuth grant. */
export interface OAuthEvidence {
  resourceMetadataUrl?: string;
}

const DISCOVERY_MS = 3_000;

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
  const { fetch, latest } = smallFetch(egress, AbortSignal.timeout(DISCOVERY_MS));
  try {
    await discoverOAuthProtectedResourceMetadata(url, {}, fetch);
    return latest() ? { resourceMetadataUrl: latest()!.url } : {};
  } catch {
    return undefined;
  }
}
