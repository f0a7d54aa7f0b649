import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle, RawReply } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { runRecord } from '../../domain/eval-runs/run-record.ts';
import { finishedRun } from '../../flows/eval-runs/finished-run.ts';
import { pagesOfCases } from '../../flows/reports/reported-cases.ts';
import { writeLargeJunit } from '../../flows/reports/write-large-junit.ts';
import { findRunGrading } from '../../store/eval-runs/runs.ts';

export const exportEvalRunJunit = ({ pool, reportUrl }: Deps) =>
  handle(operations.exportEvalRunJunit, async (_caller, { projectId, runId }) => {
    const run = await finishedRun(pool, projectId, runId);
    const grading = await findRunGrading(pool, projectId, runId);
    if (!grading) throw notFound('run');
    const reported = { run: runRecord(run), projectId, publicUrl: reportUrl };
    return new RawReply(
      await writeLargeJunit(reported, run.total, pagesOfCases(pool, grading)),
      operations.exportEvalRunJunit.produces!,
    );
  });
