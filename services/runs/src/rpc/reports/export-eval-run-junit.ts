import { operations } from '@assay/contract/operations';
import { handle, RawReply } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { JunitReport } from '../../domain/reports/junit.ts';
import { addressesOf } from '../../domain/reports/reported.ts';
import { runRecord } from '../../domain/eval-runs/run-record.ts';
import { finishedRun } from '../../flows/eval-runs/finished-run.ts';
import { listReportedIterations } from '../../store/reports/reported-iterations.ts';

/** Iterations that are read at once. */
const PAGE = 1_000;

export const exportEvalRunJunit = ({ pool, publicUrl }: Deps) =>
  handle(operations.exportEvalRunJunit, async (_caller, { projectId, runId }) => {
    const run = runRecord(await finishedRun(pool, projectId, runId));
    const report = new JunitReport(run, addressesOf(publicUrl, projectId, run));
    for (let after = -1; ;) {
      const trials = await listReportedIterations(pool, runId, after, PAGE);
      report.add(trials);
      if (trials.length < PAGE) break;
      after = trials.at(-1)!.position;
    }
    return new RawReply(report.toString(), operations.exportEvalRunJunit.produces!);
  });
