import type { Organization } from '@assay/contract/areas/organizations/documents';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { countOwned, findOrganization, insertOrganization } from '../../store/organizations/organizations.ts';

/** More organizations than anybody has a use for. */
export const MAX_OWNED = 20;

/** Founds an organization, which its founder owns; undefined when they own enough of them. */
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
