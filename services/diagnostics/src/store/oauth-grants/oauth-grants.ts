import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { ServerAddress } from '../../domain/servers/server-address.ts';

export type GrantType = 'authorization_code' | 'client_credentials';

/** The known part of the authorization server's description; callers discover the rest. */
export interface KeptAuthority {
  authorizationServerUrl?: string;
  resource?: string;
}

/** The user who asked for a grant, and the scopes that were asked for and offered; empty for a grant of the server's own client. */
export interface GrantOrigin {
  by?: string;
  isImported?: true;
  asked?: string[];
  offered?: string[];
}

/** A Problem as it is stored. */
export interface KeptProblem {
  code: string;
  message: string;
  details?: Record<string, unknown>;
}

export interface GrantRow {
  serverId: string;
  projectId: string;
  grantType: GrantType;
  serverUrl: string;
  authority: KeptAuthority;
  sealed: Buffer;
  scopes: string[];
  origin: GrantOrigin;
  expiresAt: Date | null;
  refreshAt: Date | null;
  version: string;
  state: 'active' | 'lost';
  leaseUntil: Date | null;
  lastRefreshAt: Date | null;
  lastError: KeptProblem | null;
  retryAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** The time of the reading, on the clock of all other times of the row. */
  now: Date;
}

/** A grant as it was read: a write succeeds only when the version is still the same. */
export type SeenGrant = Pick<GrantRow, 'serverId' | 'version'>;

/** Tokens to store. */
export interface NewTokens {
  sealed: Buffer;
  scopes: string[];
  lifeMs: number | undefined;
  marginMs: number;
}

export type NewGrant = Pick<GrantRow, 'serverId' | 'projectId' | 'grantType' | 'serverUrl' | 'authority' | 'origin'> &
  NewTokens;

const columns = fragment(`server_id, project_id, grant_type, server_url, authority, sealed, scopes, origin,
  expires_at, refresh_at, version, state, lease_until, last_refresh_at,
  last_error, retry_at, created_at, updated_at, now() as now`);
const free = fragment('lease_holder = null, lease_until = null');
const [another, same] = [fragment('version = default,'), fragment('')];
const ms = fragment("interval '1 ms'");

export async function findGrant(db: Db, serverId: string): Promise<GrantRow | undefined> {
  return (await rows<GrantRow>(db, sql`select ${columns} from oauth_grants where server_id = ${serverId}`))[0];
}

/** Replaces the grant of a server. */
export async function replaceGrant(db: Db, grant: NewGrant): Promise<GrantRow> {
  const { serverId, projectId, grantType, serverUrl, authority, sealed, scopes, origin, lifeMs, marginMs } = grant;
  const [row] = await rows<GrantRow>(
    db,
    sql`
    insert into oauth_grants (server_id, project_id, grant_type, server_url, authority, sealed, scopes, origin, expires_at, refresh_at)
    values (${serverId}, ${projectId}, ${grantType}, ${serverUrl}, ${JSON.stringify(authority)}, ${sealed}, ${scopes}, ${JSON.stringify(origin)},
      now() + ${lifeMs}::float8 * ${ms}, now() + (${lifeMs}::float8 - ${marginMs}) * ${ms})
    on conflict (server_id) do update set
      project_id = excluded.project_id, grant_type = excluded.grant_type, server_url = excluded.server_url, authority = excluded.authority,
      sealed = excluded.sealed, scopes = excluded.scopes, origin = excluded.origin, expires_at = excluded.expires_at, refresh_at = excluded.refresh_at,
      version = default, state = 'active', ${free}, last_refresh_at = null, last_error = null, retry_at = null, created_at = now(), updated_at = now()
    returning ${columns}`,
  );
  return row!;
}

/** Inserts an empty client credentials grant unless there is one; replaces a grant of another kind or origin. */
export async function ensureClientGrant(
  db: Db,
  {
    serverId,
    projectId,
    serverUrl,
    authority,
    sealed,
  }: Omit<NewGrant, 'grantType' | 'scopes' | 'origin' | 'lifeMs' | 'marginMs'>,
): Promise<void> {
  await db.query(sql`
    insert into oauth_grants as old (server_id, project_id, grant_type, server_url, authority, sealed, scopes, expires_at, refresh_at)
    values (${serverId}, ${projectId}, 'client_credentials', ${serverUrl}, ${JSON.stringify(authority)}, ${sealed}, '{}', now(), now())
    on conflict (server_id) do update set
      grant_type = excluded.grant_type, server_url = excluded.server_url, authority = excluded.authority, sealed = excluded.sealed, scopes = '{}', origin = '{}',
      expires_at = now(), refresh_at = now(), version = default, state = 'active', ${free}, last_refresh_at = null, last_error = null, retry_at = null,
      created_at = now(), updated_at = now()
    where old.grant_type <> 'client_credentials' or old.server_url <> excluded.server_url`);
}

/** Takes the lease on the renewal; false when another process has it, or a renewal has failed a moment ago. */
export async function claimRefresh(
  db: Db,
  { serverId, version }: SeenGrant,
  holder: string,
  leaseMs: number,
): Promise<boolean> {
  // Tenant: the version shows that the grant was read as the grant of its saved server.
  const { rowCount } = await db.query(sql`
    update oauth_grants set lease_holder = ${holder}, lease_until = now() + ${leaseMs} * ${ms}
    where server_id = ${serverId} and version = ${version} and (lease_until is null or lease_until < now()) and (retry_at is null or retry_at <= now())`);
  return rowCount === 1;
}

/**
 * Stores new tokens, even when the lease has expired: the tokens before are used up. False when the grant was replaced.
 */
export async function storeTokens(
  db: Db,
  { serverId, version }: SeenGrant,
  { authority, sealed, scopes, lifeMs, marginMs }: NewTokens & { authority: KeptAuthority },
): Promise<boolean> {
  // Tenant: the version shows that the grant was read as the grant of its saved server.
  const { rowCount } = await db.query(sql`
    update oauth_grants set authority = ${JSON.stringify(authority)}, sealed = ${sealed}, scopes = ${scopes},
      expires_at = now() + ${lifeMs}::float8 * ${ms}, refresh_at = now() + (${lifeMs}::float8 - ${marginMs}) * ${ms},
      version = default, state = 'active', ${free}, last_refresh_at = now(), last_error = null, retry_at = null, updated_at = now()
    where server_id = ${serverId} and version = ${version}`);
  return rowCount === 1;
}

/**
 * Records a failed renewal and releases the lease. With new secrets the version changes, so that a process that read
 * the old ones can no longer write.
 */
export async function settleFailure(
  db: Db,
  { serverId, version }: SeenGrant,
  holder: string,
  error: KeptProblem,
  backoffMs: number,
  sealed?: Buffer,
): Promise<void> {
  // Tenant: the version shows that the grant was read as the grant of its saved server.
  await db.query(sql`
    update oauth_grants set sealed = coalesce(${sealed ?? null}::bytea, sealed), ${sealed ? another : same} ${free}, last_error = ${JSON.stringify(error)}, retry_at = now() + ${backoffMs} * ${ms}, updated_at = now()
    where server_id = ${serverId} and version = ${version} and lease_holder = ${holder}`);
}

/** Marks the grant as lost, unless another process has renewed it meanwhile. */
export async function settleLost(db: Db, { serverId, version }: SeenGrant, error: KeptProblem): Promise<void> {
  // Tenant: the version shows that the grant was read as the grant of its saved server.
  await db.query(sql`
    update oauth_grants set state = 'lost', ${free}, last_error = ${JSON.stringify(error)}, updated_at = now()
    where server_id = ${serverId} and version = ${version}`);
}

export async function deleteGrant(db: Db, { projectId, serverId }: ServerAddress): Promise<GrantRow | undefined> {
  return (
    await rows<GrantRow>(
      db,
      sql`delete from oauth_grants where project_id = ${projectId} and server_id = ${serverId} returning ${columns}`,
    )
  )[0];
}
