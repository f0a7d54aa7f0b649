import type { RunsDeleted } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { deleteBudgetsOf } from '../store/budgets/budgets.ts';

/** The budgets of runs are deleted with the runs, whether retention or a deletion removed those. */
export const deleteBudgetsOfRuns = (tx: Tx, { runIds }: RunsDeleted) => deleteBudgetsOf(tx, 'run', runIds);
