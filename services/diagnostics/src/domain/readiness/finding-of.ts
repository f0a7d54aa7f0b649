import type { GradedRequirement, ReadinessFinding } from '@assay/contract/areas/readiness/documents';
import { given } from '@assay/contract/given';

/** A graded requirement in the words of findings. */
export const findingOf = ({
  id,
  lane,
  result,
  requirement,
  detail,
  fix,
  evidence,
  missingInput,
  source,
}: GradedRequirement): ReadinessFinding => ({
  id,
  lane,
  status: result,
  title: requirement,
  observed: detail,
  ...given({ recommendation: fix, evidence }),
  ...(missingInput !== undefined && { missingInputs: [missingInput] }),
  source,
});
