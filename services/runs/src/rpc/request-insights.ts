import { requestEvalRunInsights as operation } from '@assay/contract/operations/explaining';
import { notFound } from '@assay/contract/problem';
import { handle, replayed } from '@assay/kit/handle';
import { startInsights } from '../actions/start-insights.ts';
import type { Deps } from '../deps.ts';
import { grantExplanation } from '../explanation-grant.ts';
import { finishedRun } from '../finished-run.ts';
import { findInsightsOf } from '../find-insights.ts';
import { findInsights } from '../store/insights.ts';

export const requestInsights = ({ pool, catalog, jobs, explaining }: Deps) =>
  handle(operation, async (_caller, { projectId, runId }, { force = false }) => {
    const run = await finishedRun(pool, projectId, runId);
    const present = await findInsights(pool, runId);
    if (present && (present.status === 'pending' || !force))
      return replayed({ runId, projectId, status: present.status });
    const body = await findInsightsOf(pool, run);
    const grant = body.findings.length > 0 ? await grantExplanation(catalog, run, explaining.insightsModel) : undefined;
    const status = await startInsights(pool, run, body, grant);
    if (!status) throw notFound('run');
    if (status === 'pending') jobs.ring();
    return { runId, projectId, status };
  });
