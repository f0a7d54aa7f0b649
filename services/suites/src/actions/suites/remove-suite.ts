import { SuiteDeleted } from '@assay/contract/gen/assay/v1/events';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { newId } from '@assay/kit/id';
import { publish } from '@assay/kit/events/outbox';
import { viewOf } from '../../domain/suites/suite-view.ts';
import { claimSuite, deleteSuite } from '../../store/suites/suites.ts';
import { SUITES } from '../../domain/topics.ts';

/** Deletes a suite with its cases and revisions, and tells the other rooms, who own the rest of it; false when there is none. */
export function removeSuite(pool: Pool, projectId: string, suiteId: string): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const suite = await claimSuite(tx, projectId, suiteId);
    if (!suite) return false;
    await deleteSuite(tx, suiteId);
    const value = SuiteDeleted.encode({ suiteId, projectId, deletedAtMs: Date.now() }).finish();
    // A launch that is repeated with its key writes the suite anew under its id, so the id does not name one deletion.
    await publish(tx, {
      topic: SUITES,
      key: suiteId,
      id: newId('evt'),
      type: 'assay.v1.SuiteDeleted',
      value,
    });
    await audit(tx, { target: { suiteId }, before: viewOf(suite) });
    return true;
  });
}
