import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

interface AccountRow {
  id: string;
  email: string;
  passwordHash: string | null;
}

/** An account for sign-in; without a hash it has no password. */
export interface PasswordAccount {
  userId: string;
  email: string;
  passwordHash: string | undefined;
}

const toAccount = (row: AccountRow | undefined): PasswordAccount | undefined =>
  row && { userId: row.id, email: row.email, passwordHash: row.passwordHash ?? undefined };

/** The account of an e-mail address in its canonical form. */
export async function findAccount(db: Db, email: string): Promise<PasswordAccount | undefined> {
  return toAccount(
    (
      await rows<AccountRow>(db, sql`select id, email, password_hash from users where lower(email) = lower(${email})`)
    )[0],
  );
}

export async function findAccountOf(db: Db, userId: string): Promise<PasswordAccount | undefined> {
  return toAccount(
    (await rows<AccountRow>(db, sql`select id, email, password_hash from users where id = ${userId}`))[0],
  );
}

/** Whether the account's password still has this hash; if so, it is locked until the transaction ends. */
export async function lockPasswordHash(tx: Tx, userId: string, hash: string): Promise<boolean> {
  return (
    (await tx.query(sql`select from users where id = ${userId} and password_hash = ${hash} for share`)).rowCount === 1
  );
}

/** Replaces the hash `from` by `to`; false when the hash is no longer `from`. */
export async function replacePasswordHash(db: Db, userId: string, from: string, to: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`update users set password_hash = ${to}, updated_at = now() where id = ${userId} and password_hash = ${from}`,
  );
  return rowCount === 1;
}

/** Replaces the hash of a forgotten password; false for an account without a password. */
export async function resetPasswordHash(db: Db, userId: string, hash: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`update users set password_hash = ${hash}, updated_at = now() where id = ${userId} and password_hash is not null`,
  );
  return rowCount === 1;
}

/** The account of this address, in canonical form, when it owns an organization and has no password. */
export async function findOwnerWithoutPassword(db: Db, email: string): Promise<string | undefined> {
  const [row] = await rows<{ id: string }>(
    db,
    sql`
    select id from users where lower(email) = lower(${email}) and password_hash is null and exists (
      select from live_memberships where user_id = users.id and role = 'owner')`,
  );
  return row?.id;
}

/** Gives an account its first password; false when it has one. */
export async function insertPasswordHash(db: Db, userId: string, hash: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`update users set password_hash = ${hash}, updated_at = now() where id = ${userId} and password_hash is null`,
  );
  return rowCount === 1;
}
