import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import type { Egress } from '@assay/egress/egress';
import type { HttpRefusal } from '../transport/answer.ts';
import type { ServerTarget } from '../target.ts';
import { challengeParameter, requiredScope } from './challenge.ts';
import { documentFetch, type DocumentFetch } from './document-fetch.ts';

/** Evidence that a server's 401 asks for an OAuth grant. */
export interface OAuthEvidence {
  resourceMetadataUrl?: string;
  /** The scope of the challenge. */
  scope?: string;
}

const DISCOVERY_MS = 3_000;

/**
 * Looks for OAuth behind a 401: the challenge names the metadata of the resource, or they are at the well-known address
 * (RFC 9728), or the server is an authorization server itself as in MCP 2025-03-26, or its owner said so. Undefined
 * when the 401 has another reason.
 */
export async function findOAuth(
  refusal: HttpRefusal | undefined,
  { url, useOAuth, egress }: Pick<ServerTarget, 'url' | 'useOAuth' | 'egress'>,
): Promise<OAuthEvidence | undefined> {
  if (refusal?.status !== 401) return undefined;
  const [named, asked] = [challengeParameter(refusal.challenge, 'resource_metadata'), requiredScope(refusal.challenge)];
  const scope = asked === undefined ? {} : { scope: asked };
  // RFC 9728 derives this address from the resource's own. An address elsewhere would let the server choose where we
  // connect.
  if (named && URL.parse(named)?.origin === new URL(url).origin) return { resourceMetadataUrl: named, ...scope };
  const wire = documentFetch(egress, AbortSignal.timeout(DISCOVERY_MS));
  const found =
    (await wellKnown(url, wire, egress)) ??
    // Not read, and yet the server asks for OAuth; discovery reports the address as a fault.
    (named ? { resourceMetadataUrl: named } : undefined) ??
    (useOAuth || (await isOwnAuthorizationServer(url, refusal, wire)) ? {} : undefined);
  return found && { ...found, ...scope };
}

async function wellKnown(
  url: string,
  { fetch, latest }: DocumentFetch,
  egress: Egress,
): Promise<OAuthEvidence | undefined> {
  try {
    await discoverOAuthProtectedResourceMetadata(url, {}, fetch);
    return latest() ? { resourceMetadataUrl: latest()!.url } : {};
  } catch {
    const { url: resourceMetadataUrl, location } = latest() ?? {};
    // Metadata that redirect to a forbidden address are there, and faulty.
    return resourceMetadataUrl !== undefined && location !== undefined && isForbidden(location, egress)
      ? { resourceMetadataUrl }
      : undefined;
  }
}

async function isOwnAuthorizationServer(
  url: string,
  { challenge = '' }: HttpRefusal,
  { fetch }: DocumentFetch,
): Promise<boolean> {
  if (!/^\s*bearer\b/i.test(challenge)) return false;
  try {
    return (
      (await discoverAuthorizationServerMetadata(new URL('/', url), { fetchFn: fetch, skipIssuerValidation: true })) !==
      undefined
    );
  } catch {
    return false;
  }
}

function isForbidden(location: string, egress: Egress): boolean {
  try {
    egress.admitted(location);
    return false;
  } catch {
    return true;
  }
}
