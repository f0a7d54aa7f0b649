import type { Db } from '@assay/kit/db';
import type { Authority } from '@assay/mcp/oauth/authority';
import type { OAuthClient } from '@assay/mcp/oauth/client';
import { scopesOf } from '@assay/mcp/oauth/granted';
import { marginOf } from '../domain/grant-step.ts';
import { sealSecrets } from '../grant-secrets.ts';
import { replaceGrant, type GrantRow } from '../store/oauth-grants.ts';

/** A token response of RFC 6749. */
export interface TokenResponse { access_token: string; refresh_token?: string | undefined; id_token?: string | undefined; expires_in?: number | undefined; scope?: string | undefined }

export interface Granted {
  projectId: string;
  serverId: string;
  /** The server's address that it was granted for. */
  serverUrl: string;
  tokens: TokenResponse;
  /** To whom; the client that is saved with the server when absent. */
  client?: OAuthClient | undefined;
  /** Where tokens are asked for, as much of it as is known; found out when it is needed. */
  authority: Authority;
  /** Whether that is what whoever granted says, rather than what the server says. */
  isNamed?: boolean;
}

/** Keeps what was granted for a server, in place of what was granted before. Whoever calls tells `deps.tokens` to forget the server's tokens. */
export async function storeGrant(db: Db, keyEncryptionKey: Buffer, { tokens, client, isNamed = false, ...grant }: Granted): Promise<GrantRow> {
  const lifeMs = lifeOf(tokens);
  const secrets = {
    accessToken: tokens.access_token, ...(tokens.refresh_token && { refreshToken: tokens.refresh_token }),
    ...(tokens.id_token && { idToken: tokens.id_token }), ...(client && { client }), ...(isNamed && { isNamed }),
  };
  return replaceGrant(db, { ...grant, grantType: 'authorization_code', sealed: sealSecrets(secrets, keyEncryptionKey, grant.serverId), scopes: scopesOf({ scope: tokens.scope }), lifeMs, marginMs: marginOf(lifeMs ?? 0) });
}

/** How long an access token lasts, in milliseconds; undefined when nobody said. */
export const lifeOf = ({ expires_in: seconds }: TokenResponse): number | undefined => (seconds === undefined ? undefined : Math.floor(seconds * 1_000));
