import type { ProposedCase } from '@assay/contract/areas/authoring/work';

/** What came of drafting: cases as they are proposed, and what their reader should know. */
export interface Drafted {
  cases: ProposedCase[];
  warnings: string[];
}
