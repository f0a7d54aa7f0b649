import { EvalTestStep } from '@assay/contract/areas/cases/step';
import { schemaChecker } from '@assay/kit/json/schema';

/** Where a step breaks the schema of steps. */
export const stepFaults = schemaChecker(EvalTestStep);
