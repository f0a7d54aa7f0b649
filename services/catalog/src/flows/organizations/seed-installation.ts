import type { Pool } from '@assay/kit/postgres/db';
import { seed, type NewInstallation, type Seeded } from '../../actions/organizations/seed.ts';
import { isInhabited } from '../../store/organizations/organizations.ts';
import { hashed } from '../passwords/hashing.ts';
import { checkInitOwner, type InitOwner } from './init-owner.ts';

/** The operator's configuration of an empty installation. */
export type Seed = Omit<NewInstallation, 'passwordHash'> & InitOwner;

/** Seeds an empty installation. An installation that has data is left unchanged and ignores the configured owner. */
export async function seedInstallation(
  pool: Pool,
  { ownerPassword, ...installation }: Seed,
): Promise<Seeded | undefined> {
  if (await isInhabited(pool)) return undefined;
  checkInitOwner({ ownerEmail: installation.ownerEmail, ownerPassword });
  return seed(pool, {
    ...installation,
    ...(ownerPassword !== undefined && { passwordHash: await hashed(ownerPassword) }),
  });
}
