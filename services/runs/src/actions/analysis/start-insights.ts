import type { ExplanationGrant } from '@assay/findings/explaining/explanation-grant';
import type { InsightsBody } from '@assay/contract/areas/analysis/insights';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { startInsights } from '@assay/findings/insights/explained-insights';
import type { Run } from '../../domain/eval-runs/run.ts';
import { runInsights } from '../../store/analysis/insights.ts';
import { holdRun } from '../../store/gates/gate-reports.ts';

/** The kind of the work items that explain findings. */
export const EXPLAIN_KIND = 'explain';

/** Stores the findings of a run, and has a model explain them when one was granted. False when the run is gone. */
export const startRunInsights = (
  pool: Pool,
  { id: runId, suiteId, runNumber, projectId }: Run,
  body: InsightsBody,
  grant: ExplanationGrant | undefined,
): Promise<boolean> =>
  transaction(pool, async (tx) => {
    if (!(await holdRun(tx, runId))) return false;
    await startInsights(tx, {
      table: runInsights,
      key: { run_id: runId },
      more: { suite_id: suiteId, run_number: runNumber, finding_ids: body.findings.map(({ id }) => id) },
      body,
      grant,
      kind: EXPLAIN_KIND,
      projectId,
      target: { runId, suiteId },
    });
    return true;
  });
