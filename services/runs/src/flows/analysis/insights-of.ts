import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import type { Insights } from '@assay/contract/areas/analysis/insights';
import type { Db } from '@assay/kit/postgres/db';
import { shownInsights } from '@assay/work/explaining/insights-table';
import type { Run, RunDetails } from '../../domain/eval-runs/run.ts';
import { runInsights } from '../../store/analysis/insights.ts';

/** The insights of a run, if they were requested. */
export async function insightsOf(db: Db, { id, total, hasInsights }: Run & RunDetails): Promise<Partial<EvalRun>> {
  const stored = hasInsights ? await runInsights.find(db, { run_id: id }) : undefined;
  return { insights: stored ? shownInsights(stored) : neverAsked(id, total) };
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
