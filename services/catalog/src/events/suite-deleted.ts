import type { SuiteDeleted } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { deleteBudgetsOf } from '../store/budgets/budgets.ts';
import { deleteSuiteProjects } from '../store/budgets/suite-projects.ts';

/** The budgets of a suite are deleted with it. */
export async function deleteSuiteBudgets(tx: Tx, { suiteId }: SuiteDeleted): Promise<void> {
  await deleteBudgetsOf(tx, 'suite', [suiteId]);
  await deleteSuiteProjects(tx, [suiteId]);
}
