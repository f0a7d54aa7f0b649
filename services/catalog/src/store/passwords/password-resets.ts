import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

export interface NewPasswordReset {
  userId: string;
  hash: Buffer;
  madeBy: string;
  hours: number;
}

/** Takes the place of another link of the same account. */
export async function insertPasswordReset(db: Db, { userId, hash, madeBy, hours }: NewPasswordReset): Promise<Date> {
  const [row] = await rows<{ expires_at: Date }>(
    db,
    sql`
    insert into password_resets (user_id, hash, made_by, expires_at) values (${userId}, ${hash}, ${madeBy}, now() + make_interval(hours => ${hours}))
    on conflict (user_id) do update set hash = excluded.hash, made_by = excluded.made_by, created_at = now(), expires_at = excluded.expires_at
    returning expires_at`,
  );
  return row!.expires_at;
}

export interface PasswordReset {
  userId: string;
  email: string;
  madeBy: string;
}

/** A link that is not too old. */
export async function findPasswordReset(db: Db, hash: Buffer): Promise<PasswordReset | undefined> {
  const [row] = await rows<{ user_id: string; email: string; made_by: string }>(
    db,
    sql`
    select user_id, email, made_by from password_resets join users on id = user_id where hash = ${hash} and expires_at > now()`,
  );
  return row && { userId: row.user_id, email: row.email, madeBy: row.made_by };
}

/** Uses a link up; of two who try at once one gets it. */
export async function takePasswordReset(tx: Tx, hash: Buffer): Promise<boolean> {
  // The account before the link, as whatever else changes its password does.
  await tx.query(
    sql`select from users where id = (select user_id from password_resets where hash = ${hash}) for no key update`,
  );
  return (await tx.query(sql`delete from password_resets where hash = ${hash} and expires_at > now()`)).rowCount === 1;
}

/** Forgets links that are too old; answers how many there were. */
export async function deleteOldPasswordResets(db: Db, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    sql`delete from password_resets where user_id in (select user_id from password_resets where expires_at <= now() limit ${limit} for update skip locked)`,
  );
  return rowCount ?? 0;
}
