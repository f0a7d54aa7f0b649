import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { analyticsOf } from '../../domain/analysis/stage-analytics.ts';
import { findRun } from '../../store/eval-runs/runs.ts';
import { findStageFacts } from '../../store/analysis/stage-facts.ts';

export const getEvalRunStageAnalytics = ({ pool }: Deps) =>
  handle(operations.getEvalRunStageAnalytics, async (_caller, { projectId, runId }) => {
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
