import type { CaseDraft } from '@assay/contract/areas/authoring/documents';
import type { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';

/** A draft as a request would write it. */
export const toRequest = ({
  case: { isNegativeTest, runs, steps, ...drafted },
  source,
}: CaseDraft): CreateEvalCase => ({
  ...drafted,
  steps: steps as EvalTestStep[],
  isNegative: isNegativeTest,
  iterations: runs,
  ...(source && { source }),
});

/** What a request would write as what a draft holds: the opposite of `toRequest`. */
export const fromRequest = ({
  isNegative = false,
  iterations = 1,
  models = [],
  source,
  ...drafted
}: CreateEvalCase): Pick<CaseDraft, 'case' | 'source'> => ({
  case: {
    ...drafted,
    isNegativeTest: isNegative,
    runs: iterations,
    models,
  } as CaseDraft['case'],
  ...(source && { source }),
});
