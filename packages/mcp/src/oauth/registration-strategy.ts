import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';

/**
 * How a client can become known to an authorization server: by a client ID metadata document, by dynamic registration
 * (RFC 7591), or by being registered beforehand.
 */
export type RegistrationStrategy = 'cimd' | 'dcr' | 'preregistered';

/** What an authorization server says that it takes; nothing where it does not describe itself. */
export function strategiesOf(metadata: AuthorizationServerMetadata | undefined): RegistrationStrategy[] {
  if (!metadata) return [];
  return [
    ...(metadata.client_id_metadata_document_supported === true ? (['cimd'] as const) : []),
    ...(metadata.registration_endpoint ? (['dcr'] as const) : []),
    'preregistered',
  ];
}
