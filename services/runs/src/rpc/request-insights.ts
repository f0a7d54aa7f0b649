import { requestEvalRunInsights as operation } from '@assay/contract/operations/explaining';
import { conflict, notFound, reasons } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { startInsights } from '../actions/start-insights.ts';
import type { Deps } from '../deps.ts';
import { grantExplanation } from '../explanation-grant.ts';
import { findInsightsOf } from '../find-insights.ts';
import { findInsights } from '../store/insights.ts';
import { findRun } from '../store/runs.ts';

export const requestInsights = ({ pool, catalog, jobs, explaining }: Deps) =>
  handle(operation, async (_caller, { projectId, runId }, { force = false }) => {
    const run = await findRun(pool, projectId, runId);
    if (!run) throw notFound('run');
    if (run.completedAt === null) throw conflict('The run is not over.', { reason: reasons.RUN_NOT_TERMINAL, status: run.status });
    const present = await findInsights(pool, runId);
    if (present && (present.status === 'pending' || !force)) return { runId, projectId, status: present.status };
    const body = await findInsightsOf(pool, run);
    const grant = body.findings.length > 0 ? await grantExplanation(catalog, run, explaining.insightsModel) : undefined;
    const status = await startInsights(pool, run, body, grant);
    if (status === 'pending') jobs.ring();
    return { runId, projectId, status };
  });
