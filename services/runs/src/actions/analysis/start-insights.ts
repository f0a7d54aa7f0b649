import type { InsightsBody } from '@assay/contract/areas/analysis/insights';
import type { ExplanationGrant } from '@assay/findings/explaining/explanation-grant';
import { startInsights } from '@assay/findings/insights/start-insights';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { enqueueWork } from '@assay/work/queue/work-queue';
import { windowOfRun, type Run } from '../../domain/eval-runs/run.ts';
import { holdRun } from '../../store/gates/gate-reports.ts';

/** The kind of the work items that explain findings. */
export const EXPLAIN_KIND = 'explain';

/** Stores the findings of a run, and has a model explain them when one was granted. False when the run is gone. */
export const startRunInsights = (
  pool: Pool,
  run: Run,
  body: InsightsBody,
  grant: ExplanationGrant | undefined,
): Promise<boolean> =>
  transaction(pool, async (tx) => {
    const { id: runId, suiteId, projectId } = run;
    if (!(await holdRun(tx, runId))) return false;
    const started = await startInsights(tx, windowOfRun(run), { body, grant, kind: EXPLAIN_KIND, projectId });
    if (started?.work) await enqueueWork(tx, started.work);
    await audit(tx, started && { target: { runId, suiteId }, after: started.after });
    return true;
  });
