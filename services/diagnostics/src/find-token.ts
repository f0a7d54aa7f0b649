import { setTimeout as delay } from 'node:timers/promises';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { Problem, reasons, type Code } from '@assay/contract/problem';
import { publicUrl } from '@assay/mcp/target';
import type { Deps } from './deps.ts';
import { grantStep, type GrantState, type GrantStep } from './domain/grant-step.ts';
import { openSecrets, savedClient, sealSecrets, tokenHash, type GrantSecrets } from './grant-secrets.ts';
import { renewGrant, type Renewal } from './renew-grant.ts';
import { ensureClientGrant, findGrant, type GrantRow } from './store/oauth-grants.ts';

/** An access token and until when it need not be asked for again, in epoch milliseconds; Infinity when only a refusal tells. */
export interface AccessToken { token: string; freshUntil: number }

type Rooms = Pick<Deps, 'pool' | 'egress' | 'keyEncryptionKey'>;

/** How often those look who wait for somebody else's token, in milliseconds. One for each server and process. */
const POLL_MS = 75;
/** The longest that anybody waits for a token: a lease that nobody keeps, and an attempt of our own. */
const PATIENCE_MS = 28_000;

/**
 * The access token to use for a server, renewed if it is time; undefined when nothing was granted. `rejected` is the hash
 * of one that the server has turned down.
 * @throws Problem OAUTH_REQUIRED when the grant can no longer be used; what kept the authorization server from renewing it otherwise.
 */
export async function findToken(rooms: Rooms, server: SavedServer, rejected: Buffer | undefined): Promise<AccessToken | undefined> {
  for (const end = Date.now() + PATIENCE_MS; ;) {
    const renewal = await renewalOf(rooms, server);
    if (!renewal) return undefined;
    const { grant, secrets } = renewal;
    const isRejected = rejected !== undefined && secrets.accessToken !== undefined && rejected.equals(tokenHash(secrets.accessToken));
    const step = grantStep(stateOf(renewal, isRejected));
    if (step === 'use') return { token: secrets.accessToken!, freshUntil: grant.refreshAt ? Date.now() + grant.refreshAt.getTime() - grant.now.getTime() : Infinity };
    if (step !== 'wait' && step !== 'refresh') throw refusal(step, server, grant);
    if (Date.now() > end) throw new Problem('TIMEOUT', `No access token for server "${server.name}" came in time.`, detailsOf(server));
    if (step === 'wait') await delay(POLL_MS);
    else await renewGrant(rooms, renewal as Renewal);
  }
}

/** The grant of a server as it stands; undefined when there is none that the server's settings have use for. */
async function renewalOf({ pool, keyEncryptionKey }: Rooms, server: SavedServer): Promise<Omit<Renewal, 'client'> & Partial<Pick<Renewal, 'client'>> | undefined> {
  const found = await findGrant(pool, server.id);
  const own = savedClient(server, keyEncryptionKey);
  if (found?.grantType === 'authorization_code' && server.authMethod !== 'client_credentials') {
    if (!isAtHome(server, found)) throw new Problem('OAUTH_REQUIRED', `Server "${server.name}" has moved to another origin since its grant was given; somebody has to grant access anew.`, { ...detailsOf(server), reason: reasons.GRANT_FOR_ANOTHER_ORIGIN });
    const secrets = openSecrets(found, keyEncryptionKey);
    const client = secrets.client ?? own;
    return { server, grant: found, secrets, ...(client && { client }) };
  }
  if (server.authMethod === 'oauth' || own?.client_secret === undefined) return undefined;
  const settings = tokenHash(JSON.stringify([own, server.oauthScopes, server.oauthResourceUrl])).toString('base64');
  const grant = found?.grantType === 'client_credentials' && isAtHome(server, found) ? found : await begun();
  const known: GrantSecrets = openSecrets(grant, keyEncryptionKey);
  // A token that was asked for under other settings is none.
  return { server, grant, secrets: known.settings === settings ? known : { settings }, client: own };

  async function begun(): Promise<GrantRow> {
    await ensureClientGrant(pool, { serverId: server.id, projectId: server.projectId, serverUrl: server.url, authority: {}, sealed: sealSecrets({ settings }, keyEncryptionKey, server.id) });
    return (await findGrant(pool, server.id))!;
  }
}

const isAtHome = ({ url }: SavedServer, { serverUrl }: GrantRow): boolean => URL.parse(url)?.origin === URL.parse(serverUrl)?.origin;

function stateOf({ grant, secrets, client }: { grant: GrantRow; secrets: GrantSecrets; client?: unknown }, isRejected: boolean): GrantState {
  const time = (date: Date | null) => date?.getTime();
  const { now, state, grantType, expiresAt, refreshAt, lastRefreshAt, leaseUntil, retryAt } = grant;
  return {
    now: now.getTime(), isLost: state === 'lost', isRejected, hasToken: secrets.accessToken !== undefined,
    expiresAt: time(expiresAt), refreshAt: time(refreshAt), lastRefreshAt: time(lastRefreshAt), retryAt: time(retryAt), isLeased: leaseUntil !== null && leaseUntil > now,
    canRefresh: client !== undefined && (grantType === 'client_credentials' || secrets.refreshToken !== undefined),
  };
}

const REFUSALS: Partial<Record<GrantStep, [reason: string, why: string]>> = {
  lost: [reasons.GRANT_LOST, 'the authorization server takes the grant no more; somebody has to grant access anew'],
  expired: [reasons.GRANT_EXPIRED, 'the access token has expired and cannot be renewed; somebody has to grant access anew'],
  rejected: [reasons.GRANT_REJECTED, 'the server turns down the access token of its grant'],
};

function refusal(step: GrantStep, server: SavedServer, { lastError }: GrantRow): Problem {
  const details = { ...detailsOf(server), ...(step !== 'rejected' && lastError?.details) };
  const [reason, why] = REFUSALS[step] ?? [];
  if (reason !== undefined) return new Problem('OAUTH_REQUIRED', `There is no access token for server "${server.name}": ${why}.`, { ...details, reason });
  return new Problem(lastError!.code as Code, `There is no access token for server "${server.name}". ${lastError!.message}`, details);
}

const detailsOf = (server: SavedServer) => ({ serverId: server.id, serverUrl: publicUrl(server) });
