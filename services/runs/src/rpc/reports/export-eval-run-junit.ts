import { operations } from '@assay/contract/operations';
import { handle, RawReply } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { runRecord } from '../../domain/eval-runs/run-record.ts';
import { finishedRun } from '../../flows/eval-runs/finished-run.ts';
import { junitOfLargeRun } from '../../flows/reports/junit-of-large-run.ts';
import { listReportedIterations } from '../../store/reports/reported-iterations.ts';

/** Iterations that are read at once. */
const PAGE = 1_000;

export const exportEvalRunJunit = ({ pool, publicUrl }: Deps) =>
  handle(operations.exportEvalRunJunit, async (_caller, { projectId, runId }) => {
    const run = runRecord(await finishedRun(pool, projectId, runId));
    const iterations = [];
    for (let after = -1; ;) {
      const page = await listReportedIterations(pool, runId, after, PAGE);
      iterations.push(...page);
      if (page.length < PAGE) break;
      after = page.at(-1)!.position;
    }
    return new RawReply(
      await junitOfLargeRun({ run, projectId, publicUrl, iterations }),
      operations.exportEvalRunJunit.produces!,
    );
  });
