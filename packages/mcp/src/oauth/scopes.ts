import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';

/** The `scope` to request: the wanted scopes, and `offline_access` where the authorization server supports it. */
export function requestedScope(
  wanted: string[] | undefined,
  metadata: AuthorizationServerMetadata | undefined,
): string | undefined {
  if (!wanted?.length) return undefined;
  const offline = metadata?.scopes_supported?.includes('offline_access') ? ['offline_access'] : [];
  return [...new Set([...wanted, ...offline])].join(' ');
}
