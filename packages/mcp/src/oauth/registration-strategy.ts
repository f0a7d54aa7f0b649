import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';

/**
 * How a client becomes known to an authorization server: by a client ID metadata document, by dynamic registration (RFC
 * 7591), or by registration beforehand.
 */
export type RegistrationStrategy = 'cimd' | 'dcr' | 'preregistered';

/** The registration strategies in the metadata of an authorization server; empty without metadata. */
export function strategiesOf(metadata: AuthorizationServerMetadata | undefined): RegistrationStrategy[] {
  if (!metadata) return [];
  return [
    ...(metadata.client_id_metadata_document_supported === true ? (['cimd'] as const) : []),
    ...(metadata.registration_endpoint ? (['dcr'] as const) : []),
    'preregistered',
  ];
}
