import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { claimKey, revokeKey as revoke } from '../../store/api-keys/api-keys.ts';

/**
 * Revokes a key for good; a revoked key keeps its first revocation. The key is found by its owner or by its
 * organization; false when there is no such key.
 */
export async function revokeKey(
  pool: Pool,
  key: { id: string; userId: string } | { id: string; organizationId: string },
  revokedBy: string,
): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const before = await claimKey(tx, key);
    if (!before) return false;
    const { organizationId, revokedAt } = before;
    if (revokedAt === undefined) await revoke(tx, key.id, revokedBy);
    // A key without an organization is revoked without an audit entry: the log that would hold the entry is deleted,
    // and the organization in which the owner acts now has no part in it.
    const isTold = revokedAt === undefined && organizationId !== undefined;
    await audit(
      tx,
      isTold
        ? {
            organizationId,
            target: { keyId: key.id },
            before,
            after: await claimKey(tx, key),
          }
        : undefined,
    );
    return true;
  });
}
