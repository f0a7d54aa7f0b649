import { CreateEvalCase, type InlineCase } from '@assay/contract/areas/cases/documents';

const { id: _id, ...fields } = CreateEvalCase.properties;
const KEPT = new Set(Object.keys(fields));

/** An inline case as a request that adds a case to a suite: older field names are translated, unknown keys dropped. */
export function fromInline({ runs, model, provider, isNegativeTest, ...draft }: InlineCase): CreateEvalCase {
  const known = Object.fromEntries(Object.entries(draft).filter(([key]) => KEPT.has(key))) as CreateEvalCase;
  return {
    ...(runs !== undefined && { iterations: runs }),
    ...(isNegativeTest !== undefined && { isNegative: isNegativeTest }),
    ...(model && { models: [{ model, ...(provider && { provider }) }] }),
    ...known,
  };
}
