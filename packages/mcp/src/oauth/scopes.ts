import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';
import type { OAuthDiscovery } from './discover.ts';

/** The `scope` to request: the wanted scopes, and `offline_access` where the authorization server supports it. */
export function requestedScope(
  wanted: string[] | undefined,
  metadata: AuthorizationServerMetadata | undefined,
): string | undefined {
  if (!wanted?.length) return undefined;
  const offline = metadata?.scopes_supported?.includes('offline_access') ? ['offline_access'] : [];
  return [...new Set([...wanted, ...offline])].join(' ');
}

/** The scopes that a server offers: in the metadata of the resource, or else of its authorization server. */
export const offeredScopes = ({
  resourceMetadata,
  authorizationServerMetadata,
}: Pick<OAuthDiscovery, 'resourceMetadata' | 'authorizationServerMetadata'>): string[] =>
  (resourceMetadata?.scopes_supported ?? authorizationServerMetadata?.scopes_supported ?? []).slice(0, 500);
