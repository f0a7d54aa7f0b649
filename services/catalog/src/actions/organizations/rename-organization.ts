import type { Organization } from '@assay/contract/areas/organizations/documents';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import {
  claimOrganization,
  findOrganization,
  renameOrganization as rename,
} from '../../store/organizations/organizations.ts';

/** Renames the organization and answers it as `userId` sees it; undefined when they do not see it. */
export async function renameOrganization(
  pool: Pool,
  id: string,
  userId: string,
  name: string,
): Promise<Organization | undefined> {
  return transaction(pool, async (tx) => {
    const before = (await claimOrganization(tx, id)) ? await findOrganization(tx, id, userId) : undefined;
    if (!before) return undefined;
    await rename(tx, id, name);
    const after = (await findOrganization(tx, id, userId))!;
    await audit(tx, { before, after });
    return after;
  });
}
