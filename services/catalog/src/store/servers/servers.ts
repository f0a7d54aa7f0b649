import type { Server } from '@assay/contract/areas/servers/documents';
import { given } from '@assay/contract/given';
import { normalName } from '@assay/contract/normal-name';
import { fragment, prepared, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { SecretUse } from '@assay/contract/areas/secrets/documents';
import type { SecretReference } from '@assay/contract/areas/secrets/reference';
import type { ServerReferences } from '../../domain/servers/secret-references.ts';
import type { ReadableConfig, ShownCredentials } from '../../domain/servers/server-config.ts';

export interface ServerRow {
  id: string;
  projectId: string;
  name: string;
  enabled: boolean;
  transport: Server['transportType'];
  body: Omit<ReadableConfig, 'name' | 'enabled' | 'transportType'>;
  hasClientSecret: boolean;
  headerNames: string[];
  envNames: string[];
  secretReferences: ServerReferences;
  revision: number;
  updatedBy: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * The values of a write: the readable configuration, the sealed credentials, and the part of these that members may
 * read.
 */
export interface ServerWrite {
  id: string;
  projectId: string;
  config: ReadableConfig;
  credentials: Buffer | undefined;
  shown: ShownCredentials;
  references: ServerReferences;
  userId: string;
}

/** A server as it is connected to: the readable configuration and the sealed credentials. */
export interface StoredServer {
  id: string;
  config: ReadableConfig;
  credentials: Buffer | undefined;
}

export const serverColumns = fragment(
  'servers.id, servers.project_id, servers.name, servers.enabled, servers.transport, servers.body, servers.has_client_secret, servers.header_names, servers.env_names, servers.secret_references, servers.revision, servers.updated_by, servers.created_at, servers.updated_at',
);

const toConfig = ({ name, enabled, transport, body }: ServerRow): ReadableConfig => ({
  name,
  enabled,
  transportType: transport,
  ...body,
});
export const toServer = (row: ServerRow): Server => ({
  id: row.id,
  projectId: row.projectId,
  useOAuth: false,
  ...toConfig(row),
  hasClientSecret: row.hasClientSecret,
  headerNames: row.headerNames,
  envNames: row.envNames,
  ...given({ headerSecrets: row.secretReferences.headers, envSecrets: row.secretReferences.env }),
  revision: row.revision,
  ...given({ updatedBy: row.updatedBy ?? undefined }),
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
});

/**
 * The servers with these ids (or names, with `orNames`), in the given order; unknown ones are left out, and all where the
 * project is not in the organization `within`.
 */
export async function listStoredServers(
  db: Db,
  projectId: string,
  ids: string[],
  { orNames = false, within }: { orNames?: boolean | undefined; within?: string | undefined } = {},
): Promise<StoredServer[]> {
  const [asKept, asSaid] = orNames ? [ids.map(normalName), ids] : [[], []];
  const found = await rows<ServerRow & { credentials: Buffer | null }>(
    db,
    prepared`
    select ${serverColumns}, credentials from servers
    where project_id = ${projectId} and (id = any(${ids}) or name = any(${asSaid}) or name = any(${asKept}))
      and (${within}::text is null
        or exists (select from live_projects where live_projects.id = ${projectId} and organization_id = ${within}))
    order by coalesce(array_position(${ids}, id), array_position(${asSaid}, name), array_position(${asKept}, name))`,
  );
  return found.map((row) => ({ id: row.id, config: toConfig(row), credentials: row.credentials ?? undefined }));
}

/** Whether the project has a server, which is not deleted until the transaction ends. */
export async function shareServer(tx: Tx, projectId: string, id: string): Promise<boolean> {
  return (
    (await rows(tx, sql`select id from servers where project_id = ${projectId} and id = ${id} for key share`)).length >
    0
  );
}

/** A server, with its row locked until the transaction ends. */
export async function claimServer(
  db: Db,
  projectId: string,
  id: string,
): Promise<
  { server: Server; config: ReadableConfig; credentials: Buffer | undefined; references: ServerReferences } | undefined
> {
  const [row] = await rows<ServerRow & { credentials: Buffer | null }>(
    db,
    sql`
    select ${serverColumns}, credentials from servers where project_id = ${projectId} and id = ${id} for update`,
  );
  return (
    row && {
      server: toServer(row),
      config: toConfig(row),
      credentials: row.credentials ?? undefined,
      references: row.secretReferences,
    }
  );
}

const secretIds = fragment(`jsonb_path_query_array(secret_references, '$.*.*.secretId')`);

/** The servers of a project that use a secret, by name. */
export async function listServersWithSecret(db: Db, projectId: string, secretId: string): Promise<SecretUse[]> {
  const found = await rows<ServerRow>(
    db,
    sql`
    select ${serverColumns} from servers
    where project_id = ${projectId} and ${secretIds} ? ${secretId}
    order by name, id`,
  );
  const namesIn = (references: Record<string, SecretReference> = {}) =>
    Object.keys(references).filter((name) => references[name]!.secretId === secretId);
  return found.map(({ id, name, secretReferences: { headers, env } }) => ({
    id,
    name,
    headerNames: namesIn(headers),
    envNames: namesIn(env),
  }));
}

/** A server that uses a secret, as it is filled in. */
export interface ServerWithSecret {
  id: string;
  name: string;
  credentials: Buffer;
  references: ServerReferences;
}

/** The servers of a project that use a secret, with their rows locked until the transaction ends. */
export async function claimServersWithSecret(db: Db, projectId: string, secretId: string): Promise<ServerWithSecret[]> {
  const found = await rows<ServerRow & { credentials: Buffer }>(
    db,
    sql`
    select ${serverColumns}, credentials from servers
    where project_id = ${projectId} and ${secretIds} ? ${secretId}
    order by id for update`,
  );
  return found.map(({ id, name, credentials, secretReferences: references }) => ({
    id,
    name,
    credentials,
    references,
  }));
}

/** Replaces the sealed credentials of servers. */
export async function replaceCredentials(
  db: Db,
  projectId: string,
  servers: { id: string; credentials: Buffer }[],
): Promise<void> {
  await db.query(sql`
    update servers set credentials = sealed, updated_at = now()
    from unnest(${servers.map(({ id }) => id)}::text[], ${servers.map(({ credentials }) => credentials)}::bytea[]) as filled (server_id, sealed)
    where project_id = ${projectId} and id = server_id`);
}

/** Undefined when the name is taken in the project. */
export async function insertServer(
  db: Db,
  { id, projectId, config, credentials, shown, references, userId }: ServerWrite,
): Promise<Server | undefined> {
  const { name, enabled, transportType, ...body } = config;
  const [row] = await rows<ServerRow>(
    db,
    sql`
    insert into servers (id, project_id, name, enabled, transport, body, credentials, has_client_secret, header_names, env_names, secret_references, updated_by)
    values (${id}, ${projectId}, ${name}, ${enabled}, ${transportType}, ${body}, ${credentials}, ${shown.hasClientSecret}, ${shown.headerNames}, ${shown.envNames}, ${references}, ${userId})
    on conflict (project_id, name) do nothing returning ${serverColumns}`,
  );
  return row && toServer(row);
}

/** Throws Postgres' unique violation when the name is taken in the project. */
export async function replaceServer(
  db: Db,
  { id, projectId, config, credentials, shown, references, userId }: ServerWrite,
): Promise<Server | undefined> {
  const { name, enabled, transportType, ...body } = config;
  const [row] = await rows<ServerRow>(
    db,
    sql`
    update servers set name = ${name}, enabled = ${enabled}, transport = ${transportType}, body = ${body}, credentials = ${credentials},
      has_client_secret = ${shown.hasClientSecret}, header_names = ${shown.headerNames}, env_names = ${shown.envNames}, secret_references = ${references},
      updated_by = ${userId}, revision = revision + 1, updated_at = now()
    where project_id = ${projectId} and id = ${id} returning ${serverColumns}`,
  );
  return row && toServer(row);
}

export async function deleteServer(db: Db, projectId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`delete from servers where project_id = ${projectId} and id = ${id}`);
  return rowCount === 1;
}

/** Deletes the servers of projects with their sealed credentials. */
export async function deleteServersOf(db: Db, projectIds: string[]): Promise<void> {
  await db.query(sql`delete from servers where project_id = any(${projectIds})`);
}
