import { CreateEvalCase, type InlineCase } from '@assay/contract/areas/cases/documents';

const { id: _id, ...fields } = CreateEvalCase.properties;
const KEPT = new Set(Object.keys(fields));

/** An inline case as one that is added to a suite: its older names read as their successors, keys that nobody knows left out. */
export function fromInline({ runs, model, provider, isNegativeTest, ...draft }: InlineCase): CreateEvalCase {
  const known = Object.fromEntries(Object.entries(draft).filter(([key]) => KEPT.has(key))) as CreateEvalCase;
  return {
    ...(runs !== undefined && { iterations: runs }),
    ...(isNegativeTest !== undefined && { isNegative: isNegativeTest }),
    ...(model && { models: [{ model, ...(provider && { provider }) }] }),
    ...known,
  };
}
