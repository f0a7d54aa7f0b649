import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import type { Authority } from '@assay/mcp/oauth/authority';
import type { OAuthClient } from '@assay/mcp/oauth/client';
import { scopesOf } from '@assay/mcp/oauth/granted';
import { marginOf } from '../../domain/oauth-grants/grant-step.ts';
import { sealSecrets } from '../../store/oauth-grants/grant-secrets.ts';
import { findGrant, replaceGrant, type GrantRow } from '../../store/oauth-grants/oauth-grants.ts';

/** A token response of RFC 6749. */
export interface TokenResponse {
  access_token: string;
  refresh_token?: string | undefined;
  id_token?: string | undefined;
  expires_in?: number | undefined;
  scope?: string | undefined;
}

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
  /** Who asked for it, where that is not who calls. */
  by?: {
    organizationId: string;
    userId: string;
    keyId: string;
    sessionId?: string;
  };
}

/** Keeps what was granted for a server, in place of what was granted before. Whoever calls tells `deps.tokens` to forget the server's tokens. */
export async function storeGrant(
  tx: Tx,
  keyEncryptionKey: Buffer,
  { tokens, client, isNamed = false, by, ...grant }: Granted,
): Promise<GrantRow> {
  const lifeMs = lifeOf(tokens);
  const secrets = {
    accessToken: tokens.access_token,
    ...(tokens.refresh_token && { refreshToken: tokens.refresh_token }),
    ...(tokens.id_token && { idToken: tokens.id_token }),
    ...(client && { client }),
    ...(isNamed && { isNamed }),
  };
  const before = await findGrant(tx, grant.serverId);
  const stored = await replaceGrant(tx, {
    ...grant,
    grantType: 'authorization_code',
    sealed: sealSecrets(secrets, keyEncryptionKey, grant.serverId),
    scopes: scopesOf({ scope: tokens.scope }),
    lifeMs,
    marginMs: marginOf(lifeMs ?? 0),
  });
  await audit(tx, {
    target: { serverId: grant.serverId, projectId: grant.projectId },
    before: before && auditedGrant(before),
    after: auditedGrant(stored),
    isSecret: true,
    ...by,
  });
  return stored;
}

/** The same, in a transaction of its own. */
export const importGrant = (pool: Pool, keyEncryptionKey: Buffer, granted: Granted): Promise<GrantRow> =>
  transaction(pool, (tx) => storeGrant(tx, keyEncryptionKey, granted));

/** What the audit log says of a grant. */
export const auditedGrant = ({ serverUrl, grantType, scopes }: GrantRow): object => ({ serverUrl, grantType, scopes });

/** How long an access token lasts, in milliseconds; undefined when nobody said. */
export const lifeOf = ({ expires_in: seconds }: TokenResponse): number | undefined =>
  seconds === undefined ? undefined : Math.floor(seconds * 1_000);
