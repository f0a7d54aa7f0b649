import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { claimKey, revokeKey as revoke } from '../../store/api-keys/api-keys.ts';

/** Ends a key of somebody or in an organization for good; one that is revoked stays as it is. False when there is none. */
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
    // With an organization goes the log that it would stand in, and where its owner acts now it is nobody's business.
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
