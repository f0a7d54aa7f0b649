import { given } from '@assay/contract/given';
import type { AuthorizationServer, OAuthDiscovery } from './discover.ts';

/** The known part of a description of where tokens are requested. */
export type TokenAuthority = AuthorizationServer & { resource?: string };

/** The part of a discovery that later token requests need. */
export function authorityOf({
  authorizationServerUrl,
  authorizationServerMetadata: metadata,
  resource,
}: AuthorizationServer & Pick<OAuthDiscovery, 'resource'>): TokenAuthority {
  const known = {
    ...given({ authorizationServerUrl, resource }),
  };
  if (!metadata) return known;
  const {
    issuer,
    authorization_endpoint,
    token_endpoint,
    response_types_supported,
    token_endpoint_auth_methods_supported: methods,
  } = metadata;
  const revocation = 'revocation_endpoint' in metadata ? { revocation_endpoint: metadata.revocation_endpoint } : {};
  const needed = {
    issuer,
    authorization_endpoint,
    token_endpoint,
    response_types_supported,
    ...given({ token_endpoint_auth_methods_supported: methods }),
    ...revocation,
  };
  return { ...known, authorizationServerMetadata: needed };
}
