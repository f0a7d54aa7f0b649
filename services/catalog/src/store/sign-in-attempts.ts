import { rows, sql, type Db } from '@assay/kit/db';

export interface SignInAttempt { stateHash: Buffer; browserHash: Buffer; sealed: Buffer; returnTo: string }

/** How long somebody may take at the provider, in minutes. */
export const OPEN_MINUTES = 10;

/** Notes that a browser set out, and forgets some that never came back. */
export async function insertAttempt(db: Db, { stateHash, browserHash, sealed, returnTo }: SignInAttempt): Promise<void> {
  await db.query(sql`
    with over as (select state_hash from sign_in_attempts where expires_at < now() order by expires_at limit 100 for update skip locked),
    forgotten as (delete from sign_in_attempts using over where sign_in_attempts.state_hash = over.state_hash)
    insert into sign_in_attempts (state_hash, browser_hash, sealed, return_to, expires_at)
    values (${stateHash}, ${browserHash}, ${sealed}, ${returnTo}, now() + make_interval(mins => ${OPEN_MINUTES}))`);
}

/** Takes the attempt of a browser that came back, so that nobody can a second time. Undefined when it has none that is open. */
export async function takeAttempt(db: Db, stateHash: Buffer, browserHash: Buffer): Promise<Pick<SignInAttempt, 'sealed' | 'returnTo'> | undefined> {
  const [row] = await rows<{ sealed: Buffer; return_to: string; is_open: boolean }>(db, sql`
    delete from sign_in_attempts where state_hash = ${stateHash} and browser_hash = ${browserHash}
    returning sealed, return_to, expires_at > now() as is_open`);
  return row?.is_open ? { sealed: row.sealed, returnTo: row.return_to } : undefined;
}
