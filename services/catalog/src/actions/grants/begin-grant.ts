import { audit } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import type { Tx } from '@assay/kit/postgres/db';
import { MAX_GRANTS, type AskedByApplication, type Grantor } from '../../domain/grants/grant.ts';
import { deleteOldestGrants, insertGrant, type StoredGrant } from '../../store/grants/grants.ts';

/**
 * Makes the grant that a person allowed, and audits it. A person with too many grants loses the one that was not used
 * for the longest time. Undefined when the person does not belong to the organization any more.
 */
export async function beginGrant(
  tx: Tx,
  asked: AskedByApplication,
  grantor: Grantor,
): Promise<StoredGrant | undefined> {
  await deleteOldestGrants(tx, grantor.userId, MAX_GRANTS - 1);
  const grant = await insertGrant(tx, newId('grant'), asked, grantor);
  if (!grant) return undefined;
  const { userId, organizationId, ...after } = grant;
  await audit(tx, { organizationId, userId, target: { grantId: grant.id }, after });
  return grant;
}
