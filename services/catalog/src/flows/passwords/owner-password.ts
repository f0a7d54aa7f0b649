import { openPool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { canonicalEmail } from '../../domain/account/email.ts';
import { findOwnerWithoutPassword } from '../../store/passwords/passwords.ts';

/** Whether the owner of this address has no password yet, in a migrated database. Launchers then generate one. */
export async function lacksPassword(databaseUrl: string, email: string, log: Logger): Promise<boolean> {
  const pool = openPool(databaseUrl, log, { max: 1, applicationName: 'catalog owner' });
  try {
    return (await findOwnerWithoutPassword(pool, canonicalEmail(email))) !== undefined;
  } finally {
    await pool.end();
  }
}
