import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

export interface NewPasswordReset {
  userId: string;
  hash: Buffer;
  madeBy: string;
  hours: number;
}

/** Replaces an earlier reset of the same account. */
export async function insertPasswordReset(db: Db, { userId, hash, madeBy, hours }: NewPasswordReset): Promise<Date> {
  const [row] = await rows<{ expiresAt: Date }>(
    db,
    sql`
    insert into password_resets (user_id, hash, made_by, expires_at) values (${userId}, ${hash}, ${madeBy}, now() + make_interval(hours => ${hours}))
    on conflict (user_id) do update set hash = excluded.hash, made_by = excluded.made_by, created_at = now(), expires_at = excluded.expires_at
    returning expires_at`,
  );
  return row!.expiresAt;
}

export interface PasswordReset {
  userId: string;
  email: string;
  madeBy: string;
}

/** A reset that has not expired. */
export async function findPasswordReset(db: Db, hash: Buffer): Promise<PasswordReset | undefined> {
  const [row] = await rows<PasswordReset>(
    db,
    sql`
    select user_id, email, made_by from password_resets join users on id = user_id where hash = ${hash} and expires_at > now()`,
  );
  return row;
}

/** Consumes a reset; of two concurrent attempts one gets it. */
export async function takePasswordReset(tx: Tx, hash: Buffer): Promise<boolean> {
  // Locks the account before the reset, as every change of its password does.
  await tx.query(
    sql`select from users where id = (select user_id from password_resets where hash = ${hash}) for no key update`,
  );
  return (await tx.query(sql`delete from password_resets where hash = ${hash} and expires_at > now()`)).rowCount === 1;
}

/** Deletes expired resets; answers their number. */
export async function deleteOldPasswordResets(db: Db, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    sql`delete from password_resets where user_id in (select user_id from password_resets where expires_at <= now() limit ${limit} for update skip locked)`,
  );
  return rowCount ?? 0;
}
