import { assertSecureTokenEndpoint, selectClientAuthMethod } from '@modelcontextprotocol/client';
import { clientAuthentication, type OAuthClient } from './client.ts';
import { documentFetch } from './document-fetch.ts';
import type { TokenRequest } from './token-requests.ts';

export type TokenRevocation = Omit<TokenRequest, 'resource'> & {
  token: string;
  hint: 'access_token' | 'refresh_token';
};

/**
 * Revokes a token at an authorization server (RFC 7009); revoking a refresh token revokes its grant. False when there
 * is no revocation endpoint or the request fails. Never throws.
 */
export async function revokeToken({
  server: { authorizationServerMetadata: metadata },
  client,
  token,
  hint,
  egress,
  signal,
}: TokenRevocation): Promise<boolean> {
  const endpoint = metadata && 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined;
  if (!metadata || typeof endpoint !== 'string') return false;
  const [headers, body] = [
    new Headers({ accept: 'application/json' }),
    new URLSearchParams({ token, token_type_hint: hint }),
  ];
  try {
    const url = assertSecureTokenEndpoint(endpoint);
    const { addClientAuthentication } = clientAuthentication(client);
    if (addClientAuthentication) await addClientAuthentication(headers, body, url, metadata);
    else showSecret(client, metadata.token_endpoint_auth_methods_supported ?? [], headers, body);
    return (
      await documentFetch(egress, signal).fetch(url, {
        method: 'POST',
        redirect: 'error',
        headers,
        body,
      })
    ).ok;
  } catch {
    return false;
  }
}

function showSecret(client: OAuthClient, methods: string[], headers: Headers, body: URLSearchParams): void {
  const { client_id: id, client_secret: secret } = client;
  if (secret !== undefined && selectClientAuthMethod(client, methods) === 'client_secret_basic') {
    return headers.set('authorization', `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`);
  }
  body.set('client_id', id);
  if (secret !== undefined) body.set('client_secret', secret);
}
