import type { OrganizationSettings } from '@assay/contract/areas/organizations/settings';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { OwnSettings } from '../../domain/organizations/organization-settings.ts';
import { findSettings, replaceSettings, type StoredSettings } from '../../store/organizations/organization-settings.ts';
import { claimOrganization } from '../../store/organizations/organizations.ts';

/**
 * Replaces the organization's own settings by the result of `change`, under the lock of the organization. Undefined
 * when there is no such organization.
 */
export async function changeSettings(
  pool: Pool,
  organizationId: string,
  change: (own: OwnSettings) => OwnSettings,
  document: (settings: StoredSettings) => OrganizationSettings,
): Promise<OrganizationSettings | undefined> {
  return transaction(pool, async (tx) => {
    if (!(await claimOrganization(tx, organizationId))) return undefined;
    const before = (await findSettings(tx, organizationId))!;
    const after = document(await replaceSettings(tx, organizationId, change(before.own)));
    await audit(tx, { before: document(before), after });
    return after;
  });
}
