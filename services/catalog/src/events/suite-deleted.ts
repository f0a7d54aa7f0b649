import type { SuiteDeleted } from '@assay/contract/events';
import type { Tx } from '@assay/kit/postgres/db';
import { deleteBudgetsOf } from '../store/budgets/budgets.ts';

/** The budgets of a suite are deleted with it. */
export const deleteSuiteBudgets = (tx: Tx, { suiteId }: SuiteDeleted) => deleteBudgetsOf(tx, 'suite', [suiteId]);
