import type { EvalTestStep } from '@assay/contract/areas/cases/step';

/** Whether executing these steps needs a model. */
export const needsModel = (steps: readonly EvalTestStep[]): boolean => steps.some(({ kind }) => kind === 'prompt');
