import type { SuitesDeleted } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { deleteBudgetsOf } from '../store/budgets/budgets.ts';
import { deleteSuiteProjects } from '../store/budgets/suite-projects.ts';

/** The budgets of suites are deleted with the suites of a deleted project. */
export async function deleteBudgetsOfSuites(tx: Tx, { suiteIds }: SuitesDeleted): Promise<void> {
  await deleteBudgetsOf(tx, 'suite', suiteIds);
  await deleteSuiteProjects(tx, suiteIds);
}
