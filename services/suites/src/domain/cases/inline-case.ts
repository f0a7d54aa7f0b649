import type { CreateEvalCase, InlineCase } from '@assay/contract/areas/cases/documents';

/** An inline case as a request that adds a case to a suite: older field names are translated. */
export function fromInline({ runs, model, provider, isNegativeTest, ...draft }: InlineCase): CreateEvalCase {
  return {
    ...(runs !== undefined && { iterations: runs }),
    ...(isNegativeTest !== undefined && { isNegative: isNegativeTest }),
    ...(model && { models: [{ model, ...(provider && { provider }) }] }),
    ...draft,
  };
}
