import type { Pool } from '@assay/kit/postgres/db';
import { canonicalEmail } from '../../domain/account/email.ts';
import { checkInitOwner, type InitOwner } from '../organizations/init-owner.ts';
import { hashed } from './hashing.ts';
import { findOwnerWithoutPassword, insertPasswordHash } from '../../store/passwords/passwords.ts';

/**
 * Gives the owner that the operator names the password that the operator names, where they have none: installations of before
 * passwords have such owners. Answers whether they had none; a password that cannot be taken is a ConfigError then.
 */
export async function giveOwnerPassword(pool: Pool, { ownerEmail, ownerPassword }: InitOwner): Promise<boolean> {
  const userId =
    ownerPassword === undefined ? undefined : await findOwnerWithoutPassword(pool, canonicalEmail(ownerEmail));
  if (ownerPassword === undefined || userId === undefined) return false;
  checkInitOwner({ ownerEmail, ownerPassword });
  return insertPasswordHash(pool, userId, await hashed(ownerPassword));
}
