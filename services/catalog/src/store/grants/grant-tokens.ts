import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { LIVES_S } from '../../domain/grants/grant.ts';

/** Stores a new access token and a new refresh token of a grant, by their hashes. */
export async function insertTokens(
  db: Db,
  grantId: string,
  { access, refresh }: { access: Buffer; refresh: Buffer },
): Promise<void> {
  await db.query(sql`
    insert into grant_tokens (hash, grant_id, kind, expires_at) values
      (${access}, ${grantId}, 'access', now() + make_interval(secs => ${LIVES_S.access})),
      (${refresh}, ${grantId}, 'refresh', now() + make_interval(secs => ${LIVES_S.refresh}))`);
}

/** The grant of a token of any kind, used or not. */
export async function findGrantOfToken(db: Db, hash: Buffer): Promise<{ id: string; userId: string } | undefined> {
  const [row] = await rows<{ id: string; userId: string }>(
    db,
    sql`
    select application_grants.id, user_id from grant_tokens join application_grants on application_grants.id = grant_id
    where hash = ${hash}`,
  );
  return row;
}

/** Uses a refresh token; answers its grant, and whether this was its first use. */
export async function useRefreshToken(
  tx: Tx,
  hash: Buffer,
): Promise<{ grantId: string; isFirst: boolean } | undefined> {
  // Tenant: the hash of its token proves the right to the grant.
  const [row] = await rows<{ grantId: string; isFirst: boolean }>(
    tx,
    sql`
    with token as (select hash, grant_id, used_at is null as is_first from grant_tokens where hash = ${hash} and kind = 'refresh' for update),
    used as (update grant_tokens set used_at = now() from token where grant_tokens.hash = token.hash)
    select grant_id, is_first from token`,
  );
  return row;
}

/** Deletes expired tokens; answers their number. */
export async function deleteOldTokens(db: Db, limit: number): Promise<number> {
  // Tenant: the task goes over the tokens of every person.
  const { rowCount } = await db.query(sql`
    delete from grant_tokens where hash in (select hash from grant_tokens where expires_at <= now() limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}
