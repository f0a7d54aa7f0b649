import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { deleteCassette } from '../../store/cassettes/cassettes.ts';

/** Deletes a cassette; false when the project has no such cassette. */
export function removeCassette(pool: Pool, projectId: string, cassetteId: string): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const before = await deleteCassette(tx, projectId, cassetteId);
    if (!before) return false;
    await audit(tx, { target: { cassetteId, suiteId: before.suiteId }, before });
    return true;
  });
}
