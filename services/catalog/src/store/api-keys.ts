import { rows, sql, type Db } from '@assay/kit/db';
import type { StoredKey } from '../domain/api-key.ts';

/** A key as it stands now, revoked or not. */
export interface KeyHolder {
  keyId: string;
  userId: string;
  /** Undefined when the organization is gone. */
  organizationId: string | undefined;
  revoked: boolean;
  /** Whether the owner of the key still belongs to its organization. */
  isMember: boolean;
}

interface KeyRow { id: string; user_id: string; organization_id: string | null; revoked: boolean; is_member: boolean }

export async function findKeyHolder(db: Db, hash: Uint8Array): Promise<KeyHolder | undefined> {
  const [row] = await rows<KeyRow>(db, sql`
    select id, user_id, organization_id, revoked_at is not null as revoked, memberships.role is not null as is_member
    from api_keys left join memberships using (organization_id, user_id)
    where hash = ${hash}`);
  return row && { keyId: row.id, userId: row.user_id, organizationId: row.organization_id ?? undefined, revoked: row.revoked, isMember: row.is_member };
}

/** Whether the organization has such a key, revoked or not. */
export async function hasKey(db: Db, organizationId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`select from api_keys where organization_id = ${organizationId} and id = ${id}`);
  return rowCount === 1;
}

export async function insertKey(db: Db, key: StoredKey & { id: string; organizationId: string; userId: string; name: string }): Promise<void> {
  await db.query(sql`
    insert into api_keys (id, organization_id, user_id, name, hash, prefix)
    values (${key.id}, ${key.organizationId}, ${key.userId}, ${key.name}, ${key.hash}, ${key.prefix})`);
}
