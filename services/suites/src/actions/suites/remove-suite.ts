import { SuiteDeleted } from '@assay/mesh/events';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { operations } from '@assay/contract/operations';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { publish } from '@assay/kit/events/outbox';
import { viewOf } from '../../domain/suites/suite-view.ts';
import { claimSuite, deleteSuite } from '../../store/suites/suites.ts';

/**
 * Deletes a suite with its cases and revisions, and publishes `SuiteDeleted` for the services that store other data of
 * it; false when there is none.
 */
export function removeSuite(pool: Pool, projectId: string, suiteId: string): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const suite = await claimSuite(tx, projectId, suiteId);
    if (!suite) return false;
    await deleteSuite(tx, projectId, suiteId);
    await publish(tx, SuiteDeleted, { suiteId, projectId, deletedAtMs: Date.now() });
    await audit(tx, { rpc: rpcOf(operations.deleteEvalSuite).path, target: { suiteId }, before: viewOf(suite) });
    return true;
  });
}
