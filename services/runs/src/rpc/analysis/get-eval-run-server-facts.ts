import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { runSums } from '../../flows/analysis/run-sums.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

export const getEvalRunServerFacts = ({ pool }: Deps) =>
  handle(operations.getEvalRunServerFacts, async (_caller, { projectId, runId }) => {
    const run = await findRun(pool, projectId, runId);
    const servers = run && (await runSums(pool, run, 'servers'));
    if (!servers) throw notFound('run');
    return { runId, suiteId: run.suiteId, status: run.status, servers };
  });
