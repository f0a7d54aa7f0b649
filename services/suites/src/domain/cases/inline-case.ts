import type { CreateEvalCase, InlineCase } from '@assay/contract/areas/cases/documents';
import { given } from '@assay/contract/given';

/** An inline case as a request that adds a case to a suite: older field names are translated. */
export function fromInline({ runs, model, provider, isNegativeTest, ...draft }: InlineCase): CreateEvalCase {
  return {
    ...given({ iterations: runs, isNegative: isNegativeTest }),
    ...(model && { models: [{ model, ...(provider && { provider }) }] }),
    ...draft,
  };
}
