import type { ClientConfig } from '@assay/contract/areas/clients/config';
import { foldedName } from '@assay/contract/normal-name';
import { fragment, prepared, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { ClientHead, StoredClient } from '../../domain/clients/client-record.ts';

/** More clients of one name are not told. */
const MOST_CANDIDATES = 21;

interface HeadRow {
  id: string;
  projectId: string;
  name: string;
  isDefault: boolean;
  configId: string;
  modelId: string;
  serverCount: number;
  hasComputer: boolean;
  createdAt: Date;
  updatedAt: Date;
}
interface ClientRow extends Omit<HeadRow, 'modelId' | 'serverCount' | 'hasComputer'> {
  versionId: string;
  versionNumber: number;
  config: ClientConfig;
}

const own = fragment(
  'clients.id, clients.project_id, clients.name, clients.is_default, clients.created_at, clients.updated_at',
);
const columns = fragment(`${own.text}, version_id, version_number, config_id, config`);
const headColumns = fragment(`${own.text}, config_id, model_id, server_count, has_computer`);
const clientsWithVersion = fragment('clients join client_versions present on present.id = clients.version_id');

const toClient = (row: ClientRow): StoredClient => ({
  id: row.id,
  projectId: row.projectId,
  name: row.name,
  isDefault: row.isDefault,
  version: { id: row.versionId, number: row.versionNumber, configId: row.configId, config: row.config },
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

const toHead = (row: HeadRow): ClientHead => ({
  id: row.id,
  projectId: row.projectId,
  name: row.name,
  isDefault: row.isDefault,
  configId: row.configId,
  modelId: row.modelId,
  serverCount: row.serverCount,
  hasComputer: row.hasComputer,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** Newest first, from the one after `after`. */
export async function listClients(
  db: Db,
  projectId: string,
  after: string | undefined,
  limit: number,
): Promise<ClientHead[]> {
  const found = await rows<HeadRow>(
    db,
    sql`
    select ${headColumns} from ${clientsWithVersion}
    where project_id = ${projectId} and (${after}::text is null or clients.id < ${after})
    order by clients.id desc limit ${limit}`,
  );
  return found.map(toHead);
}

/** At most 21 clients that have a reference as their id or name, the one with the id first. */
export async function listClientsNamed(db: Db, projectId: string, reference: string): Promise<StoredClient[]> {
  const found = await rows<ClientRow>(
    db,
    prepared`
    select ${columns} from ${clientsWithVersion}
    where project_id = ${projectId} and (clients.id = ${reference} or folded_name = ${foldedName(reference)})
    order by clients.id = ${reference} desc, clients.id limit ${MOST_CANDIDATES}`,
  );
  return found.map(toClient);
}

/** The folded names of the clients of a project that are among these names. */
export async function listTakenNames(db: Db, projectId: string, names: string[]): Promise<string[]> {
  const found = await rows<{ foldedName: string }>(
    db,
    sql`
    select folded_name from clients where project_id = ${projectId} and folded_name = any(${names.map(foldedName)})`,
  );
  return found.map(({ foldedName }) => foldedName);
}

export async function findDefaultClient(db: Db, projectId: string): Promise<StoredClient | undefined> {
  const [row] = await rows<ClientRow>(
    db,
    prepared`select ${columns} from ${clientsWithVersion} where project_id = ${projectId} and is_default`,
  );
  return row && toClient(row);
}

/** A client, with its row locked until the transaction ends: nothing can begin or cease to use it meanwhile. */
export async function claimClient(db: Db, projectId: string, id: string): Promise<StoredClient | undefined> {
  const { rowCount } = await db.query(
    sql`select from clients where project_id = ${projectId} and id = ${id} for update`,
  );
  if (rowCount === 0) return undefined;
  // A second statement sees the version that the former holder of the lock wrote.
  const [row] = await rows<ClientRow>(db, sql`select ${columns} from ${clientsWithVersion} where clients.id = ${id}`);
  return row && toClient(row);
}

/** A client without its times, which the database sets. */
export type ClientWrite = Omit<StoredClient, 'createdAt' | 'updatedAt'>;

/** Undefined when the client would be a second default of its project. */
export async function insertClient(
  db: Db,
  { id, projectId, name, isDefault, version }: ClientWrite,
): Promise<StoredClient | undefined> {
  const [times] = await rows<{ createdAt: Date; updatedAt: Date }>(
    db,
    sql`
    insert into clients (id, project_id, name, folded_name, version_id, is_default)
    values (${id}, ${projectId}, ${name}, ${foldedName(name)}, ${version.id}, ${isDefault})
    on conflict (project_id) where is_default do nothing returning created_at, updated_at`,
  );
  return times && { id, projectId, name, isDefault, version, createdAt: times.createdAt, updatedAt: times.updatedAt };
}

/** Stores the name and the version of a client; returns the time of the change. */
export async function updateClient(db: Db, { id, projectId, name, version }: ClientWrite): Promise<Date> {
  const [row] = await rows<{ updatedAt: Date }>(
    db,
    sql`
    update clients set name = ${name}, folded_name = ${foldedName(name)}, version_id = ${version.id}, updated_at = now()
    where project_id = ${projectId} and id = ${id} returning updated_at`,
  );
  return row!.updatedAt;
}

export async function deleteClient(db: Db, projectId: string, id: string): Promise<void> {
  await db.query(sql`delete from clients where project_id = ${projectId} and id = ${id}`);
}
