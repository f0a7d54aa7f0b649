import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { OpenIdIdentity } from '../../domain/single-sign-on/openid-person.ts';

export async function findIdentityHolder(db: Db, { issuer, subject }: OpenIdIdentity): Promise<string | undefined> {
  const [row] = await rows<{ userId: string }>(
    db,
    sql`select user_id from identities where issuer = ${issuer} and subject = ${subject}`,
  );
  return row?.userId;
}

/**
 * The account of an e-mail address: whether its owner has proven the address, and whether an identity of this issuer is
 * linked to it. Locked until the transaction ends.
 */
export async function claimAccount(
  tx: Tx,
  email: string,
  issuer: string,
): Promise<{ userId: string; isProven: boolean; isLinked: boolean } | undefined> {
  const [row] = await rows<{ id: string; addressProven: boolean; isLinked: boolean }>(
    tx,
    sql`
    select id, address_proven, exists (select from identities where user_id = users.id and issuer = ${issuer}) as is_linked
    from users where lower(email) = lower(${email}) for update`,
  );
  return row && { userId: row.id, isProven: row.addressProven, isLinked: row.isLinked };
}

/**
 * Removes every way into an account: its password, sessions, keys, grants and identities, and the invitations that it made.
 * Marks its address as proven. Answers the numbers.
 */
export async function clearAccount(tx: Tx, userId: string): Promise<{ sessions: number; keys: number }> {
  // Tenant: an account belongs to a person, who may be in several organizations.
  const [row] = await rows<{ sessions: number; keys: number }>(
    tx,
    sql`
    with account as (update users set password_hash = null, address_proven = true, updated_at = now() where id = ${userId}),
    uninvited as (delete from invitations where invited_by = ${userId}),
    unlinked as (delete from identities where user_id = ${userId}),
    ungranted as (delete from application_grants where user_id = ${userId}),
    ended as (delete from sessions where user_id = ${userId} returning id),
    revoked as (update api_keys set revoked_at = now(), revoked_by = ${userId} where user_id = ${userId} and revoked_at is null returning id)
    select (select count(*) from ended)::int as sessions, (select count(*) from revoked)::int as keys`,
  );
  return row!;
}

export async function insertIdentity(db: Db, userId: string, { issuer, subject }: OpenIdIdentity): Promise<void> {
  await db.query(sql`insert into identities (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})`);
}

/** Serializes first sign-ins of identities until the transaction ends (advisory lock). */
export async function lockIdentities(db: Db): Promise<void> {
  await db.query(`select pg_advisory_xact_lock('identities'::regclass::bigint)`);
}
