import type { ProposedCase } from '@assay/contract/areas/authoring/work';

/** The outcome of drafting: the proposed cases, and warnings for their reader. */
export interface DraftingResult {
  cases: ProposedCase[];
  warnings: string[];
}
