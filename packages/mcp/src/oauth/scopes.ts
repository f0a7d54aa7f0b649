import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';

/** The `scope` to ask for: what is wanted, and to be let in again later where the authorization server knows how. */
export function requestedScope(
  wanted: string[] | undefined,
  metadata: AuthorizationServerMetadata | undefined,
): string | undefined {
  if (!wanted?.length) return undefined;
  const offline = metadata?.scopes_supported?.includes('offline_access') ? ['offline_access'] : [];
  return [...new Set([...wanted, ...offline])].join(' ');
}
