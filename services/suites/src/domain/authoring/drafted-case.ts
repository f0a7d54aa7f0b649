import type { CaseDraft } from '@assay/contract/areas/authoring/drafts';
import type { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import { given } from '@assay/contract/given';

/** A draft as the request that creates its case. */
export const toRequest = ({
  case: { isNegativeTest, runs, steps, ...drafted },
  source,
}: CaseDraft): CreateEvalCase => ({
  ...drafted,
  steps: steps as EvalTestStep[],
  isNegative: isNegativeTest,
  iterations: runs,
  ...given({ source }),
});

/** The case and provenance of a draft, from the request that creates a case: the inverse of `toRequest`. */
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
  ...given({ source }),
});
