import { EvalTestStep } from '@assay/contract/documents/step';
import { checker } from '@assay/kit/schema';

/** Where something that is said to be a step breaks the schema of steps. */
export const stepFaults = checker(EvalTestStep);
