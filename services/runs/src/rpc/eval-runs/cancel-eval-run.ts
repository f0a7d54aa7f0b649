import { operations } from '@assay/contract/operations';
import { conflict, notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { cancelRun as cancel } from '../../actions/eval-runs/end-run.ts';
import type { Deps } from '../../deps.ts';
import { runRecord } from '../../domain/eval-runs/run-record.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

export const cancelEvalRun = ({ pool, followers }: Deps) =>
  handle(operations.cancelEvalRun, async (_caller, { projectId, runId }) => {
    if (!(await findRun(pool, projectId, runId))) throw notFound('run');
    if (await cancel(pool, runId)) followers.wake(runId);
    const run = await findRun(pool, projectId, runId);
    if (!run) throw notFound('run');
    if (run.status !== 'cancelled')
      throw conflict(`The run has already ended: it is ${run.status}.`, { status: run.status });
    return runRecord(run);
  });
