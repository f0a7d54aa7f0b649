import type { ApiKey, OrganizationApiKey } from '@assay/contract/areas/api-keys/documents';
import { given } from '@assay/contract/given';
import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { StoredKey } from '../../domain/api-keys/stored-key.ts';

/** Whether the organization has such a key, revoked or not. */
export async function hasKey(db: Db, organizationId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`select from api_keys where organization_id = ${organizationId} and id = ${id}`,
  );
  return rowCount === 1;
}

export async function insertKey(
  db: Db,
  key: StoredKey & {
    id: string;
    organizationId: string;
    userId: string;
    name: string;
  },
): Promise<void> {
  await db.query(sql`
    insert into api_keys (id, organization_id, user_id, name, hash, prefix)
    values (${key.id}, ${key.organizationId}, ${key.userId}, ${key.name}, ${key.hash}, ${key.prefix})`);
}

interface KeyRow {
  id: string;
  name: string;
  prefix: string;
  organizationId: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}
interface OwnedKeyRow extends KeyRow {
  revokedBy: string | null;
  userId: string;
  userName: string;
  email: string;
}

/** A key of a deleted organization has none, also before the purge removes the organization's rows. */
const columns = fragment(
  'api_keys.id, api_keys.name, prefix, organizations.id as organization_id, api_keys.created_at, last_used_at, revoked_at',
);
const withOrganization = fragment(
  'api_keys left join live_organizations organizations on organizations.id = organization_id',
);

const toKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  ...(row.organizationId !== null && { organizationId: row.organizationId }),
  createdAt: row.createdAt.getTime(),
  ...given({ lastUsedAt: row.lastUsedAt?.getTime(), revokedAt: row.revokedAt?.getTime() }),
});

const toOwnedKey = (row: OwnedKeyRow): OrganizationApiKey => ({
  ...toKey(row),
  user: { id: row.userId, name: row.userName, email: row.email },
  ...(row.revokedBy !== null && { revokedBy: row.revokedBy }),
});

/** A person's keys, newest first, from the one after `after`. */
export async function listKeys(db: Db, userId: string, after: string | undefined, limit: number): Promise<ApiKey[]> {
  return (
    await rows<KeyRow>(
      db,
      sql`
    select ${columns} from ${withOrganization}
    where user_id = ${userId} and (${after}::text is null or api_keys.id < ${after}) order by api_keys.id desc limit ${limit}`,
    )
  ).map(toKey);
}

/** The keys of all members in an organization, newest first, from the one after `after`. */
export async function listOrganizationKeys(
  db: Db,
  organizationId: string,
  after: string | undefined,
  limit: number,
): Promise<OrganizationApiKey[]> {
  return (
    await rows<OwnedKeyRow>(
      db,
      sql`
    select ${columns}, revoked_by, user_id, users.name as user_name, email from ${withOrganization} join users on users.id = user_id
    where organization_id = ${organizationId} and (${after}::text is null or api_keys.id < ${after}) order by api_keys.id desc limit ${limit}`,
    )
  ).map(toOwnedKey);
}

/** The key, locked until the transaction ends. */
export async function claimKey(
  tx: Tx,
  { id, userId, organizationId }: { id: string; userId?: string; organizationId?: string },
): Promise<ApiKey | undefined> {
  const [row] = await rows<KeyRow>(
    tx,
    sql`
    select ${columns} from ${withOrganization}
    where api_keys.id = ${id} and (${userId}::text is null or user_id = ${userId}) and (${organizationId}::text is null or organization_id = ${organizationId})
    for update of api_keys`,
  );
  return row && toKey(row);
}

export async function revokeKey(tx: Tx, id: string, revokedBy: string): Promise<void> {
  // Tenant: the key is locked by its owner or its organization, and may have no organization.
  await tx.query(sql`update api_keys set revoked_at = now(), revoked_by = ${revokedBy} where id = ${id}`);
}

/** The number of live keys of a person in an organization. */
export async function countLiveKeys(db: Db, organizationId: string, userId: string): Promise<number> {
  const [row] = await rows<{ count: number }>(
    db,
    sql`
    select count(*)::int as count from api_keys where organization_id = ${organizationId} and user_id = ${userId} and revoked_at is null`,
  );
  return row!.count;
}
