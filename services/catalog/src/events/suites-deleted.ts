import type { SuitesDeleted } from '@assay/contract/events';
import type { Tx } from '@assay/kit/postgres/db';
import { deleteBudgetsOf } from '../store/budgets/budgets.ts';

/** The budgets of suites are deleted with the suites of a deleted project. */
export const deleteBudgetsOfSuites = (tx: Tx, { suiteIds }: SuitesDeleted) => deleteBudgetsOf(tx, 'suite', suiteIds);
