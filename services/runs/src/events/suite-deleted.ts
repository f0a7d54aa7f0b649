import type { SuiteDeleted } from '@assay/mesh/events';
import type { TwoPhases } from '@assay/kit/events/consumer';
import type { Pool } from '@assay/kit/postgres/db';
import { hideRunsOfSuite, removeRunsOfSuite } from '../actions/eval-runs/remove-runs.ts';

/**
 * Deletes the runs of a deleted suite, in many short transactions before the receipt. Runners that work on them are
 * told to stop with their next heartbeat.
 */
export const deleteRunsOfSuite = (pool: Pool): TwoPhases<SuiteDeleted, void> => ({
  prepare: async ({ projectId, suiteId, deletedAtMs }) => {
    const suite = { projectId, suiteId };
    await hideRunsOfSuite(pool, suite, new Date(deletedAtMs));
    await removeRunsOfSuite(pool, suite);
  },
});
