import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { moveSession } from '../../store/sessions/sessions.ts';

/** Has a session act in another organization, and says so in that one and in the one it leaves; false when its user does not belong there. */
export async function switchOrganization(pool: Pool, sessionId: string, organizationId: string): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const moved = await moveSession(tx, sessionId, organizationId);
    if (!moved) return false;
    const { from } = moved;
    const change = { target: { sessionId }, before: { organizationId: from }, after: { organizationId } };
    const places = from === organizationId ? [] : [from, organizationId].filter((place) => place !== null);
    await audit(tx, ...places.map((place) => ({ ...change, organizationId: place })));
    return true;
  });
}
