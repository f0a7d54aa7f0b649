import { discoverOAuthServerInfo, type AuthorizationServerMetadata } from '@modelcontextprotocol/client';
import type { Target } from './target.ts';

/**
 * How a client can become known to an authorization server: by a client ID metadata document, by dynamic registration
 * (RFC 7591), or by being registered beforehand.
 */
export type RegistrationStrategy = 'cimd' | 'dcr' | 'preregistered';

export interface OAuthDescription {
  /** Empty when the authorization server does not describe itself. */
  registrationStrategies: RegistrationStrategy[];
  authorizationServerUrl?: string;
  authorizationServerMetadataUrl?: string;
  resourceMetadataUrl?: string;
}

const DISCOVERY_MS = 5_000;

/** Reads what a server that needs OAuth and its authorization server publish about how to get a grant. Never throws. */
export async function describeOAuth({ url, egress }: Pick<Target, 'url' | 'egress'>, resourceMetadataUrl?: string): Promise<OAuthDescription> {
  const known = { ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl }) };
  const signal = AbortSignal.timeout(DISCOVERY_MS);
  let latest = '';
  try {
    const found = await discoverOAuthServerInfo(url, {
      ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
      fetchFn: (at, init) => egress.fetch((latest = String(at)), { ...init, signal }),
    });
    const { authorizationServerUrl, authorizationServerMetadata: metadata } = found;
    if (!metadata) return { registrationStrategies: [], ...known, authorizationServerUrl };
    // The metadata are the last thing that discovery reads.
    return { registrationStrategies: strategiesOf(metadata), ...known, authorizationServerUrl, authorizationServerMetadataUrl: latest };
  } catch {
    return { registrationStrategies: [], ...known };
  }
}

function strategiesOf(metadata: AuthorizationServerMetadata & { client_id_metadata_document_supported?: unknown }): RegistrationStrategy[] {
  return [
    ...(metadata.client_id_metadata_document_supported === true ? (['cimd'] as const) : []),
    ...(metadata.registration_endpoint ? (['dcr'] as const) : []),
    'preregistered',
  ];
}
