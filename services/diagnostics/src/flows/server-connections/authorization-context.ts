import { timingSafeEqual } from 'node:crypto';
import { seal, unseal } from '@assay/kit/security/seal';
import { hashOfSecret } from '@assay/kit/security/secret';
import type { OAuthClient } from '@assay/mcp/oauth/client';
import type { OAuthDiscovery } from '@assay/mcp/oauth/discover';
import type { Deps } from '../../deps.ts';
import type { StoredConnection } from '../../domain/server-connections/connection.ts';

/** The client of a connection, and the PKCE values of its browser. */
export interface AuthorizationContext {
  discovery: OAuthDiscovery;
  client?: OAuthClient;
  /** The scopes that the saved server names; the scopes of the discovery are asked for when absent. */
  scopes?: string[];
  codeVerifier?: string;
}

const contextOf = (id: string) => `connection:${id}`;

export const sealAuthorizationContext = (
  { keyEncryptionKey }: Pick<Deps, 'keyEncryptionKey'>,
  id: string,
  way: AuthorizationContext,
): Buffer => seal(Buffer.from(JSON.stringify(way)), keyEncryptionKey, contextOf(id));

/** Unseals the context of a connection; undefined when the connection is over. */
export const openAuthorizationContext = (
  { keyEncryptionKey }: Pick<Deps, 'keyEncryptionKey'>,
  { id, sealed }: Pick<StoredConnection, 'id' | 'sealed'>,
): AuthorizationContext | undefined =>
  sealed === null
    ? undefined
    : (JSON.parse(unseal(sealed, keyEncryptionKey, contextOf(id)).toString()) as AuthorizationContext);

/** Compares a secret with a hash in constant time. */
export const isSecretOf = (hash: Buffer | null, secret: string): boolean =>
  hash !== null && timingSafeEqual(hash, hashOfSecret(secret));

/** The authorization and token endpoints; the default paths of MCP 2025-03-26 where the metadata does not name them. */
export function endpointsOf({ authorizationServerUrl, authorizationServerMetadata: metadata }: OAuthDiscovery): {
  authorization: URL;
  tokens: URL;
} {
  const base = authorizationServerUrl!;
  return {
    authorization: new URL(metadata?.authorization_endpoint ?? '/authorize', base),
    tokens: new URL(metadata?.token_endpoint ?? '/token', base),
  };
}

export const redirectUri = ({ publicUrl }: Pick<Deps, 'publicUrl'>): string => `${publicUrl}/api/v1/oauth/callback`;
export const clientMetadataUrl = ({ publicUrl }: Pick<Deps, 'publicUrl'>): string =>
  `${publicUrl}/api/v1/oauth/client-metadata`;
export const handoffUrl = ({ publicUrl }: Pick<Deps, 'publicUrl'>, id: string): string =>
  `${publicUrl}/api/v1/server-connections/${id}/handoff`;
