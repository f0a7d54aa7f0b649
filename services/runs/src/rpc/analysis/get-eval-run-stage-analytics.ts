import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { analyticsOf, toolFactsOf } from '../../domain/analysis/stage-analytics.ts';
import { runSums } from '../../flows/analysis/run-sums.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

export const getEvalRunStageAnalytics = ({ pool }: Deps) =>
  handle(operations.getEvalRunStageAnalytics, async (_caller, { projectId, runId }) => {
    const run = await findRun(pool, projectId, runId);
    const facts = run && (await runSums(pool, run, 'stages'));
    if (!facts) throw notFound('run');
    return { runId, suiteId: run.suiteId, status: run.status, ...analyticsOf([facts]), tools: toolFactsOf([facts]) };
  });
