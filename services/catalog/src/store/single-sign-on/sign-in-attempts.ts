import { rows, sql, type Db } from '@assay/kit/postgres/db';

export interface SignInAttempt {
  stateHash: Buffer;
  browserHash: Buffer;
  sealed: Buffer;
}

/** The time limit of a sign-in at the provider, in minutes. */
export const OPEN_MINUTES = 10;

/** Records the start of an attempt. */
export async function insertAttempt(db: Db, { stateHash, browserHash, sealed }: SignInAttempt): Promise<void> {
  await db.query(sql`
    insert into sign_in_attempts (state_hash, browser_hash, sealed, expires_at)
    values (${stateHash}, ${browserHash}, ${sealed}, now() + make_interval(mins => ${OPEN_MINUTES}))`);
}

/**
 * Consumes the attempt of a returning browser, so that it cannot be used twice. Undefined when the browser has no open
 * attempt of that state.
 */
export async function takeAttempt(db: Db, stateHash: Buffer, browserHash: Buffer): Promise<Buffer | undefined> {
  const [row] = await rows<{ sealed: Buffer; isOpen: boolean }>(
    db,
    sql`
    delete from sign_in_attempts where state_hash = ${stateHash} and browser_hash = ${browserHash}
    returning sealed, expires_at > now() as is_open`,
  );
  return row?.isOpen ? row.sealed : undefined;
}

/** Deletes expired attempts; answers their number. */
export async function deleteOldAttempts(db: Db, limit: number): Promise<number> {
  const { rowCount } = await db.query(sql`
    delete from sign_in_attempts where state_hash in (select state_hash from sign_in_attempts where expires_at <= now() limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}
