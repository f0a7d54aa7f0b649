import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle, replayed } from '@assay/kit/rpc/handle';
import { startInsights } from '../../actions/analysis/start-insights.ts';
import type { Deps } from '../../deps.ts';
import { grantExplanation } from '../../flows/analysis/explanation-grant.ts';
import { finishedRun } from '../../flows/eval-runs/finished-run.ts';
import { findInsightsOf } from '../../flows/analysis/find-insights.ts';
import { findInsights } from '../../store/analysis/insights.ts';

export const requestEvalRunInsights = ({ pool, catalog, work, explaining }: Deps) =>
  handle(operations.requestEvalRunInsights, async (_caller, { projectId, runId }, { force = false }) => {
    const run = await finishedRun(pool, projectId, runId);
    const present = await findInsights(pool, runId);
    if (present && (present.status === 'pending' || !force))
      return replayed({ runId, projectId, status: present.status });
    const body = await findInsightsOf(pool, run);
    const grant = body.findings.length > 0 ? await grantExplanation(catalog, run, explaining.insightsModel) : undefined;
    if (!(await startInsights(pool, run, body, grant))) throw notFound('run');
    if (grant && 'jobId' in grant) work.wake();
    return { runId, projectId, status: 'pending' as const };
  });
