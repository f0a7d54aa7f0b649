import type { Insights } from '@assay/contract/areas/analysis/insights';

/** Insights that were never requested; `total` counts the trials of their scope. */
export const unrequestedInsights = (
  scope: Insights['scope'],
  unit: Insights['coverage']['unit'],
  total: number,
): Insights => ({
  schemaVersion: 1,
  scope,
  status: 'not_requested',
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
  currentFindings: [],
  truncation: {
    truncated: false,
    omittedFindings: 0,
    omittedEvidence: 0,
    contractTruncated: false,
  },
});
