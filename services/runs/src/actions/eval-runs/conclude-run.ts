import { RunFinished } from '@assay/mesh/events';
import { trialStatistics } from '@assay/grading/statistics/trial-statistics';
import type { Tx } from '@assay/kit/postgres/db';
import { publish } from '@assay/kit/events/outbox';
import type { Run } from '../../domain/eval-runs/run.ts';
import { runSummary } from '../../domain/eval-runs/run-record.ts';
import { settleRun, type RunEnd } from '../../store/eval-runs/run-life.ts';
import { countFlakyCases, listVariantCounts } from '../../store/eval-runs/variants.ts';

/** Ends a run with its statistics and publishes the event, inside the caller's transaction. */
export async function concludeRun(tx: Tx, runId: string, conclusion: RunEnd): Promise<Run | undefined> {
  const run = await settleRun(tx, runId, conclusion, trialStatistics(await listVariantCounts(tx, runId)));
  if (!run) return undefined;
  await publish(tx, RunFinished, {
    runId: run.id,
    projectId: run.projectId,
    suiteId: run.suiteId,
    status: run.status,
    result: run.result ?? '',
    total: run.total,
    passed: run.passed,
    failed: run.failed,
    createdAtMs: run.createdAt.getTime(),
    finishedAtMs: run.completedAt!.getTime(),
    summary: runSummary({ ...run, decision: conclusion.decided?.decision ?? null }, await countFlakyCases(tx, runId)),
  });
  return run;
}
