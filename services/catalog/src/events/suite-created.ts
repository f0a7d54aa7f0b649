import type { SuiteCreated } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { insertSuiteProject } from '../store/budgets/suite-projects.ts';

/** Budgets are set for suites of their organization alone. */
export const noteSuite = (tx: Tx, { suiteId, projectId }: SuiteCreated) => insertSuiteProject(tx, suiteId, projectId);
