import { randomUUID } from 'node:crypto';
import { given } from '@assay/contract/given';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { Problem } from '@assay/contract/problem';
import { MESH_BACK_OFF, retry } from '@assay/kit/concurrency/back-off';
import { isUnavailable } from '@assay/kit/postgres/db';
import type { OAuthClient } from '@assay/mcp/oauth/client';
import { scopesOf } from '@assay/mcp/oauth/validated-tokens';
import { clientCredentials, refreshTokens, RotatedProblem } from '@assay/mcp/oauth/token-requests';
import { lifeOf, type TokenResponse } from '../../actions/oauth-grants/store-grant.ts';
import type { GrantDeps } from './grant-deps.ts';
import { marginOf } from '../../domain/oauth-grants/grant-step.ts';
import { findAuthority, type KnownAuthority } from './find-authority.ts';
import { openSecrets, sealSecrets, type GrantSecrets } from '../../store/oauth-grants/grant-secrets.ts';
import { oauthRefreshes } from './metrics.ts';
import { revokeGrant } from './revoke-grant.ts';
import {
  claimRefresh,
  findGrant,
  settleFailure,
  settleLost,
  storeTokens,
  type GrantRow,
} from '../../store/oauth-grants/oauth-grants.ts';
import { insertTokenRequest } from '../../store/oauth-grants/token-requests.ts';

/** The lease on a renewal, in milliseconds. When a process is killed, others wait at most this long. */
const LEASE_MS = 15_000;
/**
 * The timeout of a request to an authorization server, in milliseconds. Shorter than the lease, so that the answer is
 * stored before the lease expires.
 */
const REQUEST_MS = 12_000;
const BACKOFF_MS = 2_000;

/** A grant to renew: its secrets unsealed, and its client. */
export interface GrantRenewal {
  server: SavedServer;
  grant: GrantRow;
  secrets: GrantSecrets;
  client: OAuthClient;
}

/**
 * Renews a token if this process gets the lease, and stores it before it is used. The result is in the row: a token, an
 * error or a lost grant.
 */
export async function renewGrant(deps: GrantDeps, { server, grant, secrets, client }: GrantRenewal): Promise<void> {
  const { pool, egress, keyEncryptionKey } = deps;
  const holder = randomUUID();
  if (!(await claimRefresh(pool, grant, holder, LEASE_MS))) return;
  const signal = AbortSignal.timeout(REQUEST_MS);
  const startedAt = performance.now();
  const keepRequest = (outcome: { error?: string; lifeMs?: number | undefined }) => {
    oauthRefreshes.add(1, { outcome: outcome.error === undefined ? 'renewed' : 'failed' });
    return insertTokenRequest(pool, {
      serverId: grant.serverId,
      projectId: grant.projectId,
      kind: 'renewed',
      durationMs: performance.now() - startedAt,
      ...outcome,
    });
  };
  try {
    const authority = await findAuthority(deps, server, grant.authority);
    const tokens = await ask(authority);
    const next: GrantSecrets = {
      ...secrets,
      accessToken: tokens.access_token,
      ...(tokens.refresh_token && { refreshToken: tokens.refresh_token }),
      ...(tokens.id_token && { idToken: tokens.id_token }),
    };
    const lifeMs = lifeOf(tokens);
    const scopes = tokens.scope === undefined ? grant.scopes : scopesOf(tokens);
    const stored = {
      authority,
      sealed: sealSecrets(next, keyEncryptionKey, grant.serverId),
      scopes,
      lifeMs,
      marginMs: marginOf(lifeMs ?? 0),
    };
    if (await persistently(() => storeTokens(pool, grant, stored), signal)) await keepRequest({ lifeMs });
    else await giveBack({ ...grant, authority }, next);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message, details } = error;
    const kept = { code, message, ...given({ details }) };
    // Only `invalid_grant` says that the refresh token is useless; the owner may correct other refusals at the
    // authorization server.
    if (details?.['oauthError'] === 'invalid_grant' && grant.grantType === 'authorization_code')
      await settleLost(pool, grant, kept);
    else {
      const rotated =
        error instanceof RotatedProblem
          ? sealSecrets({ ...secrets, refreshToken: error.refreshToken }, keyEncryptionKey, grant.serverId)
          : undefined;
      await persistently(() => settleFailure(pool, grant, holder, kept, BACKOFF_MS, rotated), signal);
    }
    await keepRequest({ error: typeof details?.['oauthError'] === 'string' ? details['oauthError'] : code });
  }

  /**
   * Revokes tokens of a grant that was replaced or deleted meanwhile, unless another process has renewed the same
   * grant.
   */
  async function giveBack(last: GrantRow, got: GrantSecrets): Promise<void> {
    const present = await findGrant(pool, grant.serverId);
    const isSame =
      present &&
      (present.createdAt.getTime() === grant.createdAt.getTime() ||
        openSecrets(present, keyEncryptionKey).refreshToken === got.refreshToken);
    if (!isSame) await revokeGrant(deps, server, last, got);
  }

  function ask(authority: KnownAuthority): Promise<TokenResponse> {
    const isOwn = grant.grantType === 'client_credentials';
    const resource = (isOwn && server.oauthResourceUrl) || authority.resource;
    const request = {
      server: authority,
      client,
      egress,
      signal,
      ...given({ resource }),
    };
    return isOwn
      ? clientCredentials({ ...request, scopes: server.oauthScopes })
      : refreshTokens({ ...request, refreshToken: secrets.refreshToken! });
  }
}

/** The tokens before are used up, so these must not get lost because Postgres is restarting. */
const persistently = <T>(store: () => Promise<T>, signal: AbortSignal): Promise<T> =>
  retry(store, { ...MESH_BACK_OFF, signal, again: isUnavailable });
