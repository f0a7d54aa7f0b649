import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import { shownInsights } from '@assay/findings/insights/shown-insights';
import { findInsights } from '@assay/findings/insights/stored-insights';
import { unrequestedInsights } from '@assay/grading/findings/unrequested-insights';
import type { Db } from '@assay/kit/postgres/db';
import { windowOfRun, type Run, type RunDetails } from '../../domain/eval-runs/run.ts';

/** The insights of a run, if they were requested. */
export async function insightsOf(db: Db, run: Run & RunDetails): Promise<Partial<EvalRun>> {
  const { id, total, hasInsights } = run;
  const stored = hasInsights ? await findInsights(db, windowOfRun(run)) : undefined;
  const scope = { kind: 'eval_run', id, runId: id } as const;
  return { insights: stored ? shownInsights(stored) : unrequestedInsights(scope, 'iterations', total) };
}
