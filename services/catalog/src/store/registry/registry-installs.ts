import type { RegistryConnection } from '@assay/contract/areas/registry/documents';
import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

/** The record of an install. */
export interface InstallWrite {
  projectId: string;
  registryServerId: string;
  version: string;
  contentHash: string;
  destination: string;
  installedBy: string;
}

/**
 * The project's install of a published server. An advisory lock serializes installs of that server in the project until
 * the transaction ends.
 */
export async function claimInstall(
  tx: Tx,
  projectId: string,
  registryServerId: string,
): Promise<{ serverId: string; destination: string } | undefined> {
  await tx.query(
    sql`select pg_advisory_xact_lock(hashtextextended(${`registry install ${projectId} ${registryServerId}`}, 0))`,
  );
  const [row] = await rows<{ serverId: string; destination: string }>(
    tx,
    sql`
    select server_id, destination from registry_installs where project_id = ${projectId} and registry_server_id = ${registryServerId}`,
  );
  return row && { serverId: row.serverId, destination: row.destination };
}

export async function saveInstall(
  tx: Tx,
  serverId: string,
  { projectId, registryServerId, version, contentHash, destination, installedBy }: InstallWrite,
): Promise<void> {
  await tx.query(sql`
    insert into registry_installs (server_id, project_id, registry_server_id, version, content_hash, destination, installed_by)
    values (${serverId}, ${projectId}, ${registryServerId}, ${version}, ${contentHash}, ${destination}, ${installedBy})
    on conflict (server_id) do update set version = excluded.version, content_hash = excluded.content_hash, destination = excluded.destination,
      installed_by = excluded.installed_by, installed_at = now()`);
}

/** The saved server of an install. */
export async function findInstalledServer(
  db: Db,
  projectId: string,
  registryServerId: string,
): Promise<string | undefined> {
  const [row] = await rows<{ serverId: string }>(
    db,
    sql`
    select server_id from registry_installs where project_id = ${projectId} and registry_server_id = ${registryServerId}`,
  );
  return row?.serverId;
}

interface InstallRow {
  registryServerId: string;
  source: string;
  name: string;
  serverId: string;
  serverName: string;
  version: string;
  contentHash: string;
  installedAt: Date;
  installedBy: string | null;
  latestVersion: string;
  latestHash: string;
}

/** Newest saved servers first, from the one after `after`. */
export async function listInstalls(
  db: Db,
  projectId: string,
  after: string | undefined,
  limit: number,
): Promise<RegistryConnection[]> {
  const found = await rows<InstallRow>(
    db,
    sql`
    select registry_server_id, source, registry_servers.name, server_id, servers.name as server_name, registry_installs.version,
      registry_installs.content_hash, installed_at, installed_by, registry_servers.version as latest_version, registry_servers.content_hash as latest_hash
    from registry_installs
    join registry_servers on registry_servers.id = registry_server_id
    join servers on servers.id = server_id
    where registry_installs.project_id = ${projectId} and (${after}::text is null or server_id < ${after})
    order by server_id desc limit ${limit}`,
  );
  return found.map((row) => ({
    registryServerId: row.registryServerId,
    source: row.source,
    name: row.name,
    serverId: row.serverId,
    serverName: row.serverName,
    version: row.version,
    contentHash: row.contentHash,
    installedAt: row.installedAt.getTime(),
    updateAvailable: row.contentHash !== row.latestHash,
    latestVersion: row.latestVersion,
    latestContentHash: row.latestHash,
    ...(row.installedBy !== null && { installedBy: row.installedBy }),
  }));
}
