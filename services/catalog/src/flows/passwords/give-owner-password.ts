import type { Pool } from '@assay/kit/postgres/db';
import { canonicalEmail } from '../../domain/account/email.ts';
import { checkInitOwner, type InitOwner } from '../organizations/init-owner.ts';
import { hashedPassword } from './hashing.ts';
import { findOwnerWithoutPassword, insertPasswordHash } from '../../store/passwords/passwords.ts';

/**
 * Gives the configured owner the configured password when they have none, as in installations from before passwords
 * existed. Answers whether it did. An unusable password is then a ConfigError.
 */
export async function giveOwnerPassword(pool: Pool, { ownerEmail, ownerPassword }: InitOwner): Promise<boolean> {
  const userId =
    ownerPassword === undefined ? undefined : await findOwnerWithoutPassword(pool, canonicalEmail(ownerEmail));
  if (ownerPassword === undefined || userId === undefined) return false;
  checkInitOwner({ ownerEmail, ownerPassword });
  return insertPasswordHash(pool, userId, await hashedPassword(ownerPassword));
}
