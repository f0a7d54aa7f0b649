import { audit } from '@assay/kit/audit/audit';
import type { Change } from '@assay/kit/audit/change';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { listOrganizationIds } from '../../store/members/memberships.ts';

/** Writes what somebody did with their own account into the audit log of every organization they belong to. */
export const auditPerson = (tx: Tx, userId: string, change: Omit<Change, 'organizationId' | 'userId'>): Promise<void> =>
  auditAccount(tx, userId, { ...change, userId });

/** Writes there that somebody, from somewhere, did not know the password of the account. Who that was is known only of those who are signed in. */
export const auditWrongPassword = (
  pool: Pool,
  userId: string,
  from?: { network: string; userAgent: string },
): Promise<void> =>
  transaction(pool, (tx) => auditAccount(tx, userId, { outcome: 'refused', target: { userId }, after: from }));

/** Writes what happened to an account into the audit log of every organization its owner belongs to. */
export async function auditAccount(tx: Tx, userId: string, change: Omit<Change, 'organizationId'>): Promise<void> {
  const organizationIds = await listOrganizationIds(tx, userId);
  await audit(tx, ...organizationIds.map((organizationId) => ({ ...change, organizationId })));
}
