import { setTimeout as delay } from 'node:timers/promises';
import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import { given } from '@assay/contract/given';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { Problem, reasons, type ProblemCode } from '@assay/contract/problem';
import { hashOfSecret } from '@assay/kit/security/secret';
import { publicUrl } from '@assay/mcp/target';
import { grantStep, type GrantState, type GrantStep } from '../../domain/oauth-grants/grant-step.ts';
import {
  clientOf,
  isAtHome,
  openSecrets,
  savedClient,
  sealSecrets,
  type GrantSecrets,
} from '../../store/oauth-grants/grant-secrets.ts';
import type { GrantDeps } from './grant-deps.ts';
import type { GrantRenewal } from './renew-grant.ts';
import { ensureClientGrant, findGrant, type GrantRow } from '../../store/oauth-grants/oauth-grants.ts';

/**
 * An access token, and until when it needs no check, in epoch milliseconds; Infinity when only a rejection by the
 * server ends it.
 */
export interface AccessToken {
  token: string;
  freshUntil: number;
}

/**
 * How often a process checks for a token that another process renews, in milliseconds. One loop per server and process.
 */
const POLL_MS = 75;
/**
 * The longest wait for a token, in milliseconds: shorter than the timeout of a handshake, so that the error names the
 * token and not the server.
 */
const MAX_WAIT_MS = 6_000;

/**
 * The access token of a server, renewed when it is due; undefined when the server has no grant. `rejected` is the hash
 * of a token that the server has rejected.
 * @throws Problem OAUTH_REQUIRED when the grant can no longer be used; otherwise the Problem that kept the
 * authorization server from renewing it.
 */
export async function findToken(
  deps: GrantDeps,
  server: SavedServer,
  rejected: Buffer | undefined,
): Promise<AccessToken | undefined> {
  for (const end = Date.now() + MAX_WAIT_MS; ;) {
    const renewal = await renewalOf(deps, server);
    if (!renewal) return undefined;
    const { grant, secrets } = renewal;
    const isRejected =
      rejected !== undefined && secrets.accessToken !== undefined && rejected.equals(hashOfSecret(secrets.accessToken));
    const step = grantStep(stateOf(renewal, isRejected));
    if (step === 'renew') void renewing(deps, renewal as GrantRenewal);
    if (step === 'use' || step === 'renew')
      return {
        token: secrets.accessToken!,
        freshUntil: grant.refreshAt ? Date.now() + grant.refreshAt.getTime() - grant.now.getTime() : Infinity,
      };
    if (step !== 'wait' && step !== 'refresh') throw refusal(step, server, grant);
    const leftMs = end - Date.now();
    if (leftMs <= 0) throw late(server, grant);
    if (step === 'wait') await delay(POLL_MS);
    else await Promise.race([renewing(deps, renewal as GrantRenewal), delay(leftMs, undefined, { ref: false })]);
  }
}

/** Renews the token of a server although it is not due. The grant says how that went. */
export async function renewNow(
  deps: GrantDeps,
  server: SavedServer,
): Promise<'attempted' | 'no-grant' | 'no-refresh-token'> {
  const renewal = await renewalOf(deps, server);
  if (!renewal) return 'no-grant';
  if (!stateOf(renewal, false).canRefresh) return 'no-refresh-token';
  await renewing(deps, renewal as GrantRenewal);
  return 'attempted';
}

/**
 * Continues when no request waits any more: the answer of the authorization server is stored anyway. The official
 * client, which sends the request, is loaded for the first one.
 */
function renewing(deps: GrantDeps, renewal: GrantRenewal): Promise<void> {
  const work = import('./renew-grant.ts').then(({ renewGrant }) => renewGrant(deps, renewal));
  work.catch((error: unknown) =>
    deps.log.warn({ err: error, serverId: renewal.server.id }, 'an access token could not be renewed'),
  );
  return work;
}

/** The present grant of a server; undefined when there is none, or the server's settings do not use it. */
async function renewalOf(
  { pool, keyEncryptionKey }: GrantDeps,
  server: SavedServer,
): Promise<(Omit<GrantRenewal, 'client'> & Partial<Pick<GrantRenewal, 'client'>>) | undefined> {
  const found = await findGrant(pool, server.id);
  const own = savedClient(server, keyEncryptionKey);
  if (found?.grantType === 'authorization_code' && server.authMethod !== 'client_credentials') {
    if (!isAtHome(server, found))
      throw new Problem(
        'OAUTH_REQUIRED',
        `Server "${server.name}" has moved to another origin since its grant was given; grant access again.`,
        { ...detailsOf(server), reason: reasons.GRANT_FOR_ANOTHER_ORIGIN },
      );
    const secrets = openSecrets(found, keyEncryptionKey);
    const client = clientOf(server, secrets, keyEncryptionKey);
    return {
      server,
      grant: found,
      secrets,
      ...given({ client }),
    };
  }
  if (server.authMethod === 'oauth' || own?.client_secret === undefined) return undefined;
  const settings = hashOfSecret(JSON.stringify([own, server.oauthScopes, server.oauthResourceUrl])).toString('base64');
  const grant = found?.grantType === 'client_credentials' && isAtHome(server, found) ? found : await begun();
  const known: GrantSecrets = openSecrets(grant, keyEncryptionKey);
  // A token that was requested under other settings is not used.
  return {
    server,
    grant,
    secrets: known.settings === settings ? known : { settings },
    client: own,
  };

  async function begun(): Promise<GrantRow> {
    for (;;) {
      await ensureClientGrant(pool, {
        serverId: server.id,
        projectId: server.projectId,
        serverUrl: server.url,
        authority: {},
        sealed: sealSecrets({ settings }, keyEncryptionKey, server.id),
      });
      const grant = await findGrant(pool, server.id);
      // A concurrent request may delete the grant in between.
      if (grant) return grant;
    }
  }
}

function stateOf(
  { grant, secrets, client }: { grant: GrantRow; secrets: GrantSecrets; client?: unknown },
  isRejected: boolean,
): GrantState {
  const time = (date: Date | null) => date?.getTime();
  const { now, state, grantType, expiresAt, refreshAt, lastRefreshAt, leaseUntil, retryAt } = grant;
  return {
    now: now.getTime(),
    isLost: state === 'lost',
    isRejected,
    hasToken: secrets.accessToken !== undefined,
    expiresAt: time(expiresAt),
    refreshAt: time(refreshAt),
    lastRefreshAt: time(lastRefreshAt),
    retryAt: time(retryAt),
    isLeased: leaseUntil !== null && leaseUntil > now,
    canRefresh: client !== undefined && (grantType === 'client_credentials' || secrets.refreshToken !== undefined),
  };
}

const REFUSALS: Partial<Record<GrantStep, [reason: string, why: string]>> = {
  lost: [reasons.GRANT_LOST, 'the authorization server no longer accepts the grant; grant access again'],
  expired: [reasons.GRANT_EXPIRED, 'the access token has expired and cannot be renewed; grant access again'],
  rejected: [reasons.GRANT_REJECTED, 'the server turns down the access token of its grant'],
};

function refusal(step: GrantStep, server: SavedServer, { lastError }: GrantRow): Problem {
  const details = { ...detailsOf(server), ...(step !== 'rejected' && lastError?.details) };
  const [reason, why] = REFUSALS[step] ?? [];
  if (reason !== undefined)
    return new Problem('OAUTH_REQUIRED', `There is no access token for server "${server.name}": ${why}.`, {
      ...details,
      reason,
    });
  const { code, message } = lastError!;
  return new Problem(code as ProblemCode, `There is no access token for server "${server.name}". ${message}`, {
    ...details,
    ...(code !== 'OAUTH_REQUIRED' && unavailable),
  });
}

function late(server: SavedServer, { authority: { authorizationServerUrl } }: GrantRow): Problem {
  const details = {
    ...detailsOf(server),
    ...given({ authorizationServer: authorizationServerUrl }),
    ...unavailable,
  };
  return new Problem(
    'TIMEOUT',
    `There is no access token for server "${server.name}": none came in time from its authorization server.`,
    details,
  );
}

/** The cause is the token and not the server, which was not asked. */
const unavailable: { cause: Cause } = { cause: 'token_unavailable' };

const detailsOf = (server: SavedServer) => ({ serverId: server.id, serverUrl: publicUrl(server) });
