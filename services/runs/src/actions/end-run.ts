import { transaction, type Pool } from '@assay/kit/db';
import type { Run } from '../domain/run.ts';
import { lockRuns } from '../store/runs.ts';
import { endOpenIterations } from '../store/settlements.ts';
import { concludeRun } from './conclude-run.ts';
import { dropJudging } from './start-judging.ts';

/** Stops an open run: its open iterations end as it does, the finished ones keep their results. Undefined when it was over. */
export async function endRun(pool: Pool, runId: string, status: 'cancelled' | 'timed_out'): Promise<Run | undefined> {
  return transaction(pool, async (tx) => {
    await lockRuns(tx, [runId]);
    const run = await concludeRun(tx, runId, { status, result: null });
    if (!run) return undefined;
    await endOpenIterations(tx, runId, status);
    await dropJudging(tx, runId);
    return run;
  });
}
