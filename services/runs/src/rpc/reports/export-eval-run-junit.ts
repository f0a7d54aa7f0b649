import { operations } from '@assay/contract/operations';
import { handle, RawReply } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { runRecord } from '../../domain/eval-runs/run-record.ts';
import { finishedRun } from '../../flows/eval-runs/finished-run.ts';
import { writeLargeJunit } from '../../flows/reports/write-large-junit.ts';
import { pagesOfReported } from '../../store/reports/reported-iterations.ts';

export const exportEvalRunJunit = ({ pool, publicUrl }: Deps) =>
  handle(operations.exportEvalRunJunit, async (_caller, { projectId, runId }) => {
    const run = await finishedRun(pool, projectId, runId);
    const reported = { run: runRecord(run), projectId, publicUrl };
    return new RawReply(
      await writeLargeJunit(reported, run.total, pagesOfReported(pool, runId)),
      operations.exportEvalRunJunit.produces!,
    );
  });
