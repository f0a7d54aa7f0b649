import { lockFindings } from '@assay/findings/mining/stored-findings';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { deleteSomeUnusedSignals } from '../../store/findings/unused-signals.ts';

/** Signals that one transaction deletes at most. */
const BATCH = 1_000;

/** Deletes signals of a project that nothing shows any more; answers whether there may be more. No finding is mined meanwhile. */
export const deleteUnusedSignals = (pool: Pool, projectId: string): Promise<boolean> =>
  transaction(pool, async (tx) => {
    await lockFindings(tx, projectId);
    return deleteSomeUnusedSignals(tx, projectId, BATCH);
  });
