import { audit } from '@assay/kit/audit/audit';
import type { AuditedChange } from '@assay/kit/audit/change';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { listOrganizationIds } from '../../store/members/memberships.ts';

/** Writes an action of a person on their own account into the audit log of each of their organizations. */
export const auditPerson = (
  tx: Tx,
  userId: string,
  change: Omit<AuditedChange, 'organizationId' | 'userId'>,
): Promise<void> => auditAccount(tx, userId, { ...change, userId });

/**
 * Writes a wrong password for the account, and where it came from, into these logs. The entry has no actor: an actor is
 * known only after sign-in.
 */
export const auditWrongPassword = (
  pool: Pool,
  userId: string,
  from?: { network: string; userAgent: string },
): Promise<void> =>
  transaction(pool, (tx) => auditAccount(tx, userId, { outcome: 'refused', target: { userId }, after: from }));

/** Writes a change of an account into the audit log of every organization that its owner belongs to. */
export async function auditAccount(
  tx: Tx,
  userId: string,
  change: Omit<AuditedChange, 'organizationId'>,
): Promise<void> {
  const organizationIds = await listOrganizationIds(tx, userId);
  await audit(tx, ...organizationIds.map((organizationId) => ({ ...change, organizationId })));
}
