import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle, replayed } from '@assay/kit/rpc/handle';
import { grantExplanation } from '@assay/findings/insights/explained-insights';
import { startRunInsights } from '../../actions/analysis/start-insights.ts';
import type { Deps } from '../../deps.ts';
import type { Run, RunDetails } from '../../domain/eval-runs/run.ts';
import { finishedRun } from '../../flows/eval-runs/finished-run.ts';
import { findInsightsOf } from '../../flows/analysis/find-insights.ts';
import { runInsights } from '../../store/analysis/insights.ts';

export const requestEvalRunInsights = ({ pool, catalog, work, explaining }: Deps) =>
  handle(operations.requestEvalRunInsights, async (_caller, { projectId, runId }, { force = false }) => {
    const run = await finishedRun(pool, projectId, runId);
    const present = await runInsights.find(pool, { run_id: runId });
    if (present && (present.status === 'pending' || !force))
      return replayed({ runId, projectId, status: present.status });
    const body = await findInsightsOf(pool, run);
    // The suite's judge explains, else the operator's model.
    const models = [run.spec.judge?.model, explaining.insightsModel];
    const grant = body.findings.length > 0 ? await grantExplanation(catalog, accountOf(run), ...models) : undefined;
    if (!(await startRunInsights(pool, run, body, grant))) throw notFound('run');
    if (grant && 'jobId' in grant) work.wake();
    return { runId, projectId, status: 'pending' as const };
  });

const accountOf = ({ id: runId, organizationId, projectId, suiteId, spec }: Run & RunDetails) => ({
  organizationId,
  projectId,
  suiteId,
  runId,
  keyId: spec.keyId ?? '',
});
