import type { GradedRequirement, ReadinessFinding } from '@assay/contract/areas/readiness/documents';

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
  ...(fix !== undefined && { recommendation: fix }),
  ...(evidence && { evidence }),
  ...(missingInput !== undefined && { missingInputs: [missingInput] }),
  source,
});
