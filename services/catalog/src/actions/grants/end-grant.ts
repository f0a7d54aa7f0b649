import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { findGrantOfToken } from '../../store/grants/grant-tokens.ts';
import { deleteGrant } from '../../store/grants/grants.ts';

/** Ends a grant of a person, with all of its tokens, and audits it; false when they have no such grant. */
export async function endGrant(tx: Tx, userId: string, grantId: string): Promise<boolean> {
  const grant = await deleteGrant(tx, userId, grantId);
  if (!grant) return false;
  const { userId: owner, organizationId, ...before } = grant;
  await audit(tx, { organizationId, userId: owner, target: { grantId }, before });
  return true;
}

/** The same in a transaction of its own. */
export const revokeGrant = (pool: Pool, userId: string, grantId: string): Promise<boolean> =>
  transaction(pool, (tx) => endGrant(tx, userId, grantId));

/** Ends the grant of a token; an unknown token changes nothing. */
export async function revokeToken(pool: Pool, tokenHash: Buffer): Promise<void> {
  await transaction(pool, async (tx) => {
    const grant = await findGrantOfToken(tx, tokenHash);
    if (grant) await endGrant(tx, grant.userId, grant.id);
    else await audit(tx, undefined);
  });
}
