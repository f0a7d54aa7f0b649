import type { Pool } from '@assay/kit/postgres/db';
import { seedOrganization, type NewInstallation, type SeededInstallation } from '../../actions/organizations/seed.ts';
import { isSeeded } from '../../store/organizations/organizations.ts';
import { hashedPassword } from '../passwords/hashing.ts';
import { checkInitOwner, type InitOwner } from './init-owner.ts';

/** The operator's configuration of an empty installation. */
export type InstallationSeed = Omit<NewInstallation, 'passwordHash'> & InitOwner;

/** Seeds an empty installation. An installation that has data is left unchanged and ignores the configured owner. */
export async function seedInstallation(
  pool: Pool,
  { ownerPassword, ...installation }: InstallationSeed,
): Promise<SeededInstallation | undefined> {
  if (await isSeeded(pool)) return undefined;
  checkInitOwner({ ownerEmail: installation.ownerEmail, ownerPassword });
  return seedOrganization(pool, {
    ...installation,
    ...(ownerPassword !== undefined && { passwordHash: await hashedPassword(ownerPassword) }),
  });
}
