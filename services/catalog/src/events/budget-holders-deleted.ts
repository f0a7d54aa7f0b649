import { RunsDeleted, SuiteDeleted, SuitesDeleted } from '@assay/contract/gen/assay/v1/events';
import type { BusMessage } from '@assay/kit/bus/bus';
import type { Pool } from '@assay/kit/postgres/db';
import { deleteBudgetsOf } from '../store/budgets/budgets.ts';

/** The budgets of a suite go with it. */
export const onSuiteDeleted =
  (pool: Pool) =>
  ({ value }: BusMessage): Promise<void> =>
    deleteBudgetsOf(pool, 'suite', [SuiteDeleted.decode(value).suiteId]);

/** Suites that went with their project. */
export const onSuitesDeleted =
  (pool: Pool) =>
  ({ value }: BusMessage): Promise<void> =>
    deleteBudgetsOf(pool, 'suite', SuitesDeleted.decode(value).suiteIds);

/** So do those of runs, whether these grew old or went with their suite or project. */
export const onRunsDeleted =
  (pool: Pool) =>
  ({ value }: BusMessage): Promise<void> =>
    deleteBudgetsOf(pool, 'run', RunsDeleted.decode(value).runIds);
