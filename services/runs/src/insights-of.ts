import type { EvalRun } from '@assay/contract/documents/run';
import type { Insights } from '@assay/contract/documents/insights';
import type { Db } from '@assay/kit/db';
import type { Run, RunDetails } from './domain/run.ts';
import { findInsights } from './store/insights.ts';

/** What the failures of a run have in common, as far as somebody asked. */
export async function insightsOf(db: Db, { id, total, hasInsights }: Run & RunDetails): Promise<Partial<EvalRun>> {
  const stored = hasInsights ? await findInsights(db, id) : undefined;
  if (!stored) return { insights: neverAsked(id, total) };
  const { body, status, reasonCode, updatedAt } = stored;
  return {
    insights: {
      ...body,
      status,
      reasonCode,
      updatedAt: updatedAt.getTime(),
      currentFindings: body.findings,
    },
  };
}

const neverAsked = (runId: string, total: number): Insights => ({
  schemaVersion: 1,
  scope: { kind: 'eval_run', id: runId, runId },
  status: 'not_requested',
  reasonCode: null,
  retryable: false,
  error: null,
  generatedAt: null,
  updatedAt: null,
  summary: null,
  coverage: {
    unit: 'iterations',
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
