import { unifiedFindingsOf } from '@assay/contract/areas/analysis/unified-findings';
import type { Insights } from '@assay/contract/areas/analysis/insights';

/** Insights that were never requested; `total` counts the trials of their scope. */
export const unrequestedInsights = (
  scope: Insights['scope'],
  unit: Insights['coverage']['unit'],
  total: number,
): Insights => {
  const made = {
    schemaVersion: 1 as const,
    scope,
    status: 'not_requested' as const,
    reasonCode: null,
    retryable: false,
    error: null,
    generatedAt: null,
    updatedAt: null,
    summary: null,
    coverage: {
      unit,
      analyzed: 0,
      total,
      gradedCount: 0,
      feedbackCount: 0,
      truncated: false,
      lowConfidence: false,
    },
    findings: [],
    truncation: {
      truncated: false,
      omittedFindings: 0,
      omittedEvidence: 0,
      contractTruncated: false,
    },
  };
  return { ...made, currentFindings: [], unifiedFindings: unifiedFindingsOf(made) };
};
