import type { Pool } from '@assay/kit/postgres/db';
import { seed, type NewInstallation, type Seeded } from '../../actions/organizations/seed.ts';
import { isInhabited } from '../../store/organizations/organizations.ts';
import { hashed } from '../passwords/hashing.ts';
import { checkInitOwner, type InitOwner } from './init-owner.ts';

/** What the operator wants an empty installation to begin with. */
export type Seed = Omit<NewInstallation, 'passwordHash'> & InitOwner;

/** Seeds an empty installation. An inhabited one is left as it is, whatever its configuration says of the owner. */
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
