import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';

export type GrantType = 'authorization_code' | 'client_credentials';

/** Where tokens are asked for, as much of it as is known; the rest is for who asks. */
export interface KeptAuthority {
  authorizationServerUrl?: string;
  resource?: string;
}

/** A Problem as it is kept. */
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
  /** When it was read, by the clock that all its times are of. */
  now: Date;
}

/** A grant as it was when somebody looked: what they write holds only if it still is. */
export type SeenGrant = Pick<GrantRow, 'serverId' | 'version'>;

/** What there is of tokens that were granted. */
export interface NewTokens {
  sealed: Buffer;
  scopes: string[];
  lifeMs: number | undefined;
  marginMs: number;
}

export type NewGrant = Pick<GrantRow, 'serverId' | 'projectId' | 'grantType' | 'serverUrl' | 'authority'> & NewTokens;

const columns =
  fragment(`server_id as "serverId", project_id as "projectId", grant_type as "grantType", server_url as "serverUrl", authority, sealed, scopes,
  expires_at as "expiresAt", refresh_at as "refreshAt", version, state, lease_until as "leaseUntil", last_refresh_at as "lastRefreshAt",
  last_error as "lastError", retry_at as "retryAt", created_at as "createdAt", updated_at as "updatedAt", now() as now`);
const free = fragment('lease_holder = null, lease_until = null');
const [another, same] = [fragment('version = default,'), fragment('')];
const ms = fragment("interval '1 ms'");

export async function findGrant(db: Db, serverId: string): Promise<GrantRow | undefined> {
  return (await rows<GrantRow>(db, sql`select ${columns} from oauth_grants where server_id = ${serverId}`))[0];
}

/** Replaces whatever the server was granted before. */
export async function replaceGrant(db: Db, grant: NewGrant): Promise<GrantRow> {
  const { serverId, projectId, grantType, serverUrl, authority, sealed, scopes, lifeMs, marginMs } = grant;
  const [row] = await rows<GrantRow>(
    db,
    sql`
    insert into oauth_grants (server_id, project_id, grant_type, server_url, authority, sealed, scopes, expires_at, refresh_at)
    values (${serverId}, ${projectId}, ${grantType}, ${serverUrl}, ${JSON.stringify(authority)}, ${sealed}, ${scopes},
      now() + ${lifeMs}::float8 * ${ms}, now() + (${lifeMs}::float8 - ${marginMs}) * ${ms})
    on conflict (server_id) do update set
      project_id = excluded.project_id, grant_type = excluded.grant_type, server_url = excluded.server_url, authority = excluded.authority,
      sealed = excluded.sealed, scopes = excluded.scopes, expires_at = excluded.expires_at, refresh_at = excluded.refresh_at,
      version = default, state = 'active', ${free}, last_refresh_at = null, last_error = null, retry_at = null, created_at = now(), updated_at = now()
    returning ${columns}`,
  );
  return row!;
}

/** Makes room for tokens that the server's own client will ask for, unless there is; a grant of another kind or origin makes way. */
export async function ensureClientGrant(
  db: Db,
  { serverId, projectId, serverUrl, authority, sealed }: Omit<NewGrant, 'grantType' | 'scopes' | 'lifeMs' | 'marginMs'>,
): Promise<void> {
  await db.query(sql`
    insert into oauth_grants as old (server_id, project_id, grant_type, server_url, authority, sealed, scopes, expires_at, refresh_at)
    values (${serverId}, ${projectId}, 'client_credentials', ${serverUrl}, ${JSON.stringify(authority)}, ${sealed}, '{}', now(), now())
    on conflict (server_id) do update set
      grant_type = excluded.grant_type, server_url = excluded.server_url, authority = excluded.authority, sealed = excluded.sealed, scopes = '{}',
      expires_at = now(), refresh_at = now(), version = default, state = 'active', ${free}, last_refresh_at = null, last_error = null, retry_at = null,
      created_at = now(), updated_at = now()
    where old.grant_type <> 'client_credentials' or old.server_url <> excluded.server_url`);
}

/** Takes the turn of asking for the next token; false when it is somebody else's, or somebody has asked already. */
export async function claimRefresh(
  db: Db,
  { serverId, version }: SeenGrant,
  holder: string,
  leaseMs: number,
): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    update oauth_grants set lease_holder = ${holder}, lease_until = now() + ${leaseMs} * ${ms}
    where server_id = ${serverId} and version = ${version} and (lease_until is null or lease_until < now()) and (retry_at is null or retry_at <= now())`);
  return rowCount === 1;
}

/** Keeps new tokens, even if they took longer than the lease: the ones before are used up. False when the grant has become another. */
export async function storeTokens(
  db: Db,
  { serverId, version }: SeenGrant,
  { authority, sealed, scopes, lifeMs, marginMs }: NewTokens & { authority: KeptAuthority },
): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    update oauth_grants set authority = ${JSON.stringify(authority)}, sealed = ${sealed}, scopes = ${scopes},
      expires_at = now() + ${lifeMs}::float8 * ${ms}, refresh_at = now() + (${lifeMs}::float8 - ${marginMs}) * ${ms},
      version = default, state = 'active', ${free}, last_refresh_at = now(), last_error = null, retry_at = null, updated_at = now()
    where server_id = ${serverId} and version = ${version}`);
  return rowCount === 1;
}

/** Notes that no token came, and gives the turn back. With other secrets, nobody can write any more who saw those before. */
export async function settleFailure(
  db: Db,
  { serverId, version }: SeenGrant,
  holder: string,
  error: KeptProblem,
  backoffMs: number,
  sealed?: Buffer,
): Promise<void> {
  await db.query(sql`
    update oauth_grants set sealed = coalesce(${sealed ?? null}::bytea, sealed), ${sealed ? another : same} ${free}, last_error = ${JSON.stringify(error)}, retry_at = now() + ${backoffMs} * ${ms}, updated_at = now()
    where server_id = ${serverId} and version = ${version} and lease_holder = ${holder}`);
}

/** Notes that there will be no token any more, unless somebody got one in the meantime. */
export async function settleLost(db: Db, { serverId, version }: SeenGrant, error: KeptProblem): Promise<void> {
  await db.query(sql`
    update oauth_grants set state = 'lost', ${free}, last_error = ${JSON.stringify(error)}, updated_at = now()
    where server_id = ${serverId} and version = ${version}`);
}

export async function deleteGrant(db: Db, serverId: string): Promise<GrantRow | undefined> {
  return (
    await rows<GrantRow>(db, sql`delete from oauth_grants where server_id = ${serverId} returning ${columns}`)
  )[0];
}
