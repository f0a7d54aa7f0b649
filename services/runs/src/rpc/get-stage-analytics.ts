import { getEvalRunStageAnalytics as operation } from '@assay/contract/operations/explaining';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { analyticsOf } from '../domain/stage-analytics.ts';
import { findRun } from '../store/runs.ts';
import { findStageFacts } from '../store/stage-facts.ts';

export const getStageAnalytics = ({ pool }: Deps) =>
  handle(operation, async (_caller, { projectId, runId }) => {
    const run = await findRun(pool, projectId, runId);
    if (!run) throw notFound('run');
    const facts = await findStageFacts(pool, [runId]);
    return {
      runId,
      suiteId: run.suiteId,
      status: run.status,
      ...analyticsOf(facts),
      tools: facts.tools,
    };
  });
