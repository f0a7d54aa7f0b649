import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import type { Db } from '@assay/kit/postgres/db';
import { shownInsights } from '@assay/findings/insights/insights-table';
import { unrequestedInsights } from '@assay/grading/findings/unrequested-insights';
import type { Run, RunDetails } from '../../domain/eval-runs/run.ts';
import { runInsights } from '../../store/analysis/insights.ts';

/** The insights of a run, if they were requested. */
export async function insightsOf(db: Db, { id, total, hasInsights }: Run & RunDetails): Promise<Partial<EvalRun>> {
  const stored = hasInsights ? await runInsights.find(db, { run_id: id }) : undefined;
  const scope = { kind: 'eval_run', id, runId: id } as const;
  return { insights: stored ? shownInsights(stored) : unrequestedInsights(scope, 'iterations', total) };
}
