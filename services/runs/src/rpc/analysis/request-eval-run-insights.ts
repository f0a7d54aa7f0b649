import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { grantExplanation, jobOf } from '@assay/findings/explaining/explanation-grant';
import { isAnswered } from '@assay/findings/insights/start-insights';
import { findInsights } from '@assay/findings/insights/stored-insights';
import { newId } from '@assay/kit/id';
import { handle, replayed } from '@assay/kit/rpc/handle';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { startRunInsights } from '../../actions/analysis/start-insights.ts';
import type { Deps } from '../../deps.ts';
import { windowOfRun, type Run, type RunDetails } from '../../domain/eval-runs/run.ts';
import { finishedRun } from '../../flows/eval-runs/finished-run.ts';
import { findInsightsOf } from '../../flows/analysis/find-insights.ts';

export const requestEvalRunInsights = ({ pool, catalog, work, explaining }: Deps) =>
  handle(operations.requestEvalRunInsights, async (_caller, { projectId, runId }, { force = false }) => {
    const run = await finishedRun(pool, projectId, runId);
    const present = await findInsights(pool, windowOfRun(run));
    if (isAnswered(present, { isCurrent: true, force })) return replayed({ runId, projectId, status: present.status });
    const body = await findInsightsOf(pool, run);
    const grant = await grantExplanation((request) => catalog.call(DirectoryService.grantModels, request), body, {
      jobId: newId('job'),
      account: accountOf(run),
      // The suite's judge explains, else the operator's model.
      models: [run.spec.judge?.model, explaining.insightsModel],
    });
    if (!(await startRunInsights(pool, run, body, grant))) throw notFound('run');
    if (jobOf(grant)) work.wake();
    return { runId, projectId, status: 'pending' as const };
  });

const accountOf = ({ id: runId, organizationId, projectId, suiteId, spec }: Run & RunDetails) => ({
  organizationId,
  projectId,
  suiteId,
  runId,
  keyId: spec.keyId ?? '',
});
