import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { moveSession } from '../../store/sessions/sessions.ts';

/**
 * Moves a session to another organization, and audits that in the new and in the previous organization; false when its
 * user does not belong to the new one.
 */
export async function switchOrganization(
  pool: Pool,
  { id: sessionId, userId }: { id: string; userId: string },
  organizationId: string,
): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const moved = await moveSession(tx, sessionId, organizationId);
    if (!moved) return false;
    const { from } = moved;
    const change = {
      userId,
      sessionId,
      target: { sessionId },
      before: { organizationId: from },
      after: { organizationId },
    };
    const places = from === organizationId ? [] : [from, organizationId].filter((place) => place !== null);
    await audit(tx, ...places.map((place) => ({ ...change, organizationId: place })));
    return true;
  });
}
