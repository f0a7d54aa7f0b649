import type { ClientConfig } from '@assay/contract/areas/clients/config';
import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { PastVersion, StoredVersion } from '../../domain/clients/client-record.ts';

interface VersionRow {
  id: string;
  versionNumber: number;
  configId: string;
  config: ClientConfig;
  changed: string[];
  createdBy: string | null;
  createdAt: Date;
}

const columns = fragment('id, version_number, config_id, config, changed, created_by, created_at');

const toVersion = (row: VersionRow): PastVersion => ({
  id: row.id,
  number: row.versionNumber,
  configId: row.configId,
  config: row.config,
  changed: row.changed,
  ...(row.createdBy !== null && { createdBy: row.createdBy }),
  createdAt: row.createdAt,
});

/** A version with its client, its author and the JSON Pointers of what it changed. */
export interface VersionWrite extends StoredVersion {
  clientId: string;
  changed: string[];
  createdBy: string | undefined;
}

export async function insertClientVersion(
  db: Db,
  { id, clientId, number, configId, config, changed, createdBy }: VersionWrite,
): Promise<void> {
  await db.query(sql`
    insert into client_versions (id, client_id, version_number, config_id, config, changed, created_by)
    values (${id}, ${clientId}, ${number}, ${configId}, ${config}, ${changed}, ${createdBy})`);
}

/** Newest first, from the one after `after`. */
export async function listClientVersions(
  db: Db,
  clientId: string,
  after: number | undefined,
  limit: number,
): Promise<PastVersion[]> {
  const found = await rows<VersionRow>(
    db,
    sql`
    select ${columns} from client_versions
    where client_id = ${clientId} and (${after}::int is null or version_number < ${after})
    order by version_number desc limit ${limit}`,
  );
  return found.map(toVersion);
}

/** The versions with these numbers, in any order. */
export async function listVersionsNumbered(db: Db, clientId: string, numbers: number[]): Promise<PastVersion[]> {
  const found = await rows<VersionRow>(
    db,
    sql`select ${columns} from client_versions where client_id = ${clientId} and version_number = any(${numbers}::int[])`,
  );
  return found.map(toVersion);
}
