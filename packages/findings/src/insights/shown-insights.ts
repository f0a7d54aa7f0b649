import type { Insights } from '@assay/contract/areas/analysis/insights';
import { unifiedFindingsOf } from '@assay/contract/areas/analysis/unified-findings';
import type { StoredInsights } from './stored-insights.ts';

/** Insights as callers see them. */
export function shownInsights({ body, status, reasonCode, updatedAt }: StoredInsights): Insights {
  const made = { ...body, status, reasonCode, updatedAt: updatedAt.getTime() };
  return { ...made, currentFindings: body.findings, unifiedFindings: unifiedFindingsOf(made) };
}
