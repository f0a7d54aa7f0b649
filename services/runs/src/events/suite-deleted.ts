import { SuiteDeleted } from '@assay/contract/gen/assay/v1/events';
import type { BusMessage } from '@assay/kit/bus/bus';
import type { Pool } from '@assay/kit/postgres/db';
import { removeRunsOfSuite } from '../actions/eval-runs/remove-runs.ts';

/** A suite takes its runs with it; runners that still work on them are told to stop with their next heartbeat. */
export const onSuiteDeleted =
  (pool: Pool) =>
  async ({ id, value }: BusMessage): Promise<void> => {
    const { projectId, suiteId } = SuiteDeleted.decode(value);
    await removeRunsOfSuite(pool, id, { projectId, suiteId });
  };
