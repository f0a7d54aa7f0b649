import { rows, sql, type Db } from '@assay/kit/postgres/db';

export interface SignInAttempt {
  stateHash: Buffer;
  browserHash: Buffer;
  sealed: Buffer;
}

/** How long somebody may take at the provider, in minutes. */
export const OPEN_MINUTES = 10;

/** Notes that a browser set out. */
export async function insertAttempt(db: Db, { stateHash, browserHash, sealed }: SignInAttempt): Promise<void> {
  await db.query(sql`
    insert into sign_in_attempts (state_hash, browser_hash, sealed, expires_at)
    values (${stateHash}, ${browserHash}, ${sealed}, now() + make_interval(mins => ${OPEN_MINUTES}))`);
}

/** Takes the attempt of a browser that came back, so that nobody can a second time. Undefined when it has none that is open. */
export async function takeAttempt(db: Db, stateHash: Buffer, browserHash: Buffer): Promise<Buffer | undefined> {
  const [row] = await rows<{ sealed: Buffer; is_open: boolean }>(
    db,
    sql`
    delete from sign_in_attempts where state_hash = ${stateHash} and browser_hash = ${browserHash}
    returning sealed, expires_at > now() as is_open`,
  );
  return row?.is_open ? row.sealed : undefined;
}

/** Forgets attempts of browsers that did not come back in time; answers how many there were. */
export async function deleteOldAttempts(db: Db, limit: number): Promise<number> {
  const { rowCount } = await db.query(sql`
    delete from sign_in_attempts where state_hash in (select state_hash from sign_in_attempts where expires_at <= now() limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}
