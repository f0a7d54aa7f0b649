import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { revokeRunnerToken as revoke } from '../../store/runner-tokens/runner-tokens.ts';

/**
 * Revokes a token for good; a revoked token keeps its first revocation. False when the organization has no such token.
 */
export async function revokeRunnerToken(pool: Pool, organizationId: string, id: string): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const revoked = await revoke(tx, organizationId, id);
    if (!revoked) return false;
    await audit(tx, revoked.before.revokedAt === undefined ? { target: { tokenId: id }, ...revoked } : undefined);
    return true;
  });
}
