import type { Organization } from '@assay/contract/areas/organizations/documents';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { countOwned, findOrganization, insertOrganization } from '../../store/organizations/organizations.ts';

/** At most 20 organizations of one owner. */
export const MAX_OWNED = 20;

/** Creates an organization that `ownerId` owns; undefined when they own `MAX_OWNED` already. */
export async function createOrganization(
  pool: Pool,
  organization: { id: string; name: string; ownerId: string },
): Promise<Organization | undefined> {
  return transaction(pool, async (tx) => {
    if ((await countOwned(tx, organization.ownerId)) >= MAX_OWNED) return undefined;
    await insertOrganization(tx, organization);
    const after = (await findOrganization(tx, organization.id, organization.ownerId))!;
    await audit(tx, { organizationId: organization.id, after });
    return after;
  });
}
