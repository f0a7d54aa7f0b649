import { given } from '@assay/contract/given';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { inFlight } from '@assay/kit/requests/in-flight';
import type { TokenAuthority } from '@assay/mcp/oauth/authority';
import type { OAuthClient } from '@assay/mcp/oauth/client';
import { scopesOf } from '@assay/mcp/oauth/validated-tokens';
import { marginOf } from '../../domain/oauth-grants/grant-step.ts';
import { sealSecrets } from '../../store/oauth-grants/grant-secrets.ts';
import { findGrant, replaceGrant, type GrantRow } from '../../store/oauth-grants/oauth-grants.ts';
import { insertTokenRequest } from '../../store/oauth-grants/token-requests.ts';

/** A token response of RFC 6749. */
export interface TokenResponse {
  access_token: string;
  refresh_token?: string | undefined;
  id_token?: string | undefined;
  expires_in?: number | undefined;
  scope?: string | undefined;
}

export interface GrantToStore {
  projectId: string;
  serverId: string;
  /** The server's address when the grant was given. */
  serverUrl: string;
  tokens: TokenResponse;
  /** The OAuth client that the grant was given to; the client that is saved with the server when absent. */
  client?: OAuthClient | undefined;
  /** The known part of the authorization server's description; the rest is discovered when it is needed. */
  authority: TokenAuthority;
  /** Whether the caller named the authorization server. Otherwise the server itself named it. */
  isNamed?: boolean;
  /** The scopes that were asked for, and the scopes that the server offers. */
  asked?: string[] | undefined;
  offered?: string[] | undefined;
  /** How long the authorization server took, in milliseconds; absent for tokens that were imported. */
  requestMs?: number;
  /** The user who asked for the grant, when that is not the caller. */
  by?: {
    organizationId: string;
    userId: string;
    keyId: string;
    sessionId?: string;
  };
}

/**
 * Stores the grant of a server in place of the one before. The caller of this function tells `deps.tokens` to forget
 * the server's tokens.
 */
export async function storeGrant(
  tx: Tx,
  keyEncryptionKey: Buffer,
  { tokens, client, isNamed = false, by, asked, offered, requestMs, ...grant }: GrantToStore,
): Promise<GrantRow> {
  const lifeMs = lifeOf(tokens);
  const secrets = {
    accessToken: tokens.access_token,
    ...(tokens.refresh_token && { refreshToken: tokens.refresh_token }),
    ...(tokens.id_token && { idToken: tokens.id_token }),
    ...given({ client }),
    ...(isNamed && { isNamed }),
  };
  const before = await findGrant(tx, grant.serverId);
  const stored = await replaceGrant(tx, {
    ...grant,
    grantType: 'authorization_code',
    origin: {
      ...given({ by: by?.userId ?? inFlight()?.caller?.userId, asked, offered }),
      ...(requestMs === undefined && { isImported: true as const }),
    },
    sealed: sealSecrets(secrets, keyEncryptionKey, grant.serverId),
    scopes: scopesOf({ scope: tokens.scope }),
    lifeMs,
    marginMs: marginOf(lifeMs ?? 0),
  });
  await insertTokenRequest(tx, {
    serverId: grant.serverId,
    projectId: grant.projectId,
    kind: requestMs === undefined ? 'imported' : 'granted',
    lifeMs,
    durationMs: requestMs,
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

/** `storeGrant` in a transaction of its own. */
export const importGrant = (pool: Pool, keyEncryptionKey: Buffer, granted: GrantToStore): Promise<GrantRow> =>
  transaction(pool, (tx) => storeGrant(tx, keyEncryptionKey, granted));

/** A grant as the audit log shows it. */
export const auditedGrant = ({ serverUrl, grantType, scopes }: GrantRow): object => ({ serverUrl, grantType, scopes });

/** The lifetime of an access token, in milliseconds; undefined when the token response does not say. */
export const lifeOf = ({ expires_in: seconds }: TokenResponse): number | undefined =>
  seconds === undefined ? undefined : Math.floor(seconds * 1_000);
