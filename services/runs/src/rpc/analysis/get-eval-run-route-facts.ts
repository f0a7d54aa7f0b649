import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { countGradedIterations, listRouteFacts } from '../../store/analysis/run-facts.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

/** At most this many routes are listed. */
const MAX_ROUTES = 200;

export const getEvalRunRouteFacts = ({ pool }: Deps) =>
  handle(operations.getEvalRunRouteFacts, async (_caller, { projectId, runId }) => {
    const run = await findRun(pool, projectId, runId);
    if (!run) throw notFound('run');
    const routes = await listRouteFacts(pool, runId, MAX_ROUTES + 1);
    return {
      runId,
      suiteId: run.suiteId,
      status: run.status,
      iterations: await countGradedIterations(pool, runId),
      routes: routes.slice(0, MAX_ROUTES),
      truncated: routes.length > MAX_ROUTES,
    };
  });
