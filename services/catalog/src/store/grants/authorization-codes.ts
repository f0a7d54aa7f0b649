import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { LIVES_S, type AskedForCode, type Grantor } from '../../domain/grants/grant.ts';

export async function insertCode(
  db: Db,
  hash: Buffer,
  request: AskedForCode,
  { userId, organizationId }: Grantor,
): Promise<void> {
  await db.query(sql`
    insert into authorization_codes (hash, request, user_id, organization_id, expires_at)
    values (${hash}, ${request}, ${userId}, ${organizationId}, now() + make_interval(secs => ${LIVES_S.code}))`);
}

/** A code that was presented, locked. `grantId` is the grant that an earlier use made, if it still exists. */
export interface PresentedCode extends Grantor {
  request: AskedForCode;
  isUsed: boolean;
  isExpired: boolean;
  grantId: string | null;
}

export async function lockCode(tx: Tx, hash: Buffer): Promise<PresentedCode | undefined> {
  const [row] = await rows<PresentedCode>(
    tx,
    sql`
    select request, user_id, organization_id, used_at is not null as is_used, expires_at <= now() as is_expired, grant_id
    from authorization_codes where hash = ${hash} for update`,
  );
  return row;
}

export async function useCode(tx: Tx, hash: Buffer, grantId: string | undefined): Promise<void> {
  // Tenant: the hash of the code proves the right to it.
  await tx.query(
    sql`update authorization_codes set used_at = now(), grant_id = ${grantId ?? null} where hash = ${hash}`,
  );
}

/** Deletes expired codes; answers their number. */
export async function deleteOldCodes(db: Db, limit: number): Promise<number> {
  // Tenant: the task goes over the codes of every person.
  const { rowCount } = await db.query(sql`
    delete from authorization_codes where hash in (select hash from authorization_codes where expires_at <= now() limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}
