import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { runRecord } from '../../domain/eval-runs/run-record.ts';
import { detailsOf } from '../../flows/eval-runs/run-details.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

export const getEvalRun = ({ pool }: Deps) =>
  handle(operations.getEvalRun, async (_caller, { projectId, runId }, { k }) => {
    const run = await findRun(pool, projectId, runId);
    if (!run) throw notFound('run');
    return { ...runRecord(run), ...(await detailsOf(pool, run, k)) };
  });
