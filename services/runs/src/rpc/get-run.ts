import { getEvalRun as operation } from '@assay/contract/operations/runs';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { runRecord } from '../domain/run-record.ts';
import { detailsOf } from '../run-details.ts';
import { findRun } from '../store/runs.ts';

export const getRun = ({ pool }: Deps) =>
  handle(operation, async (_caller, { projectId, runId }) => {
    const run = await findRun(pool, projectId, runId);
    if (!run) throw notFound('run');
    return { ...runRecord(run), ...(await detailsOf(pool, run)) };
  });
