import { RunFinished } from '@assay/contract/gen/assay/v1/events';
import type { Tx } from '@assay/kit/postgres/db';
import { publish } from '@assay/kit/events/outbox';
import type { Run } from '../../domain/eval-runs/run.ts';
import { settleRun, type Conclusion } from '../../store/eval-runs/run-life.ts';
import { RUNS } from '../../domain/eval-runs/topics.ts';

/** Writes a run's end and the news of it, inside the caller's transaction. */
export async function concludeRun(tx: Tx, runId: string, conclusion: Conclusion): Promise<Run | undefined> {
  const run = await settleRun(tx, runId, conclusion);
  if (!run) return undefined;
  const event = {
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
  };
  await publish(tx, {
    topic: RUNS,
    key: run.id,
    id: `${run.id}.finished`,
    type: 'assay.v1.RunFinished',
    value: RunFinished.encode(event).finish(),
  });
  return run;
}
