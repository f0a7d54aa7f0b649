import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import { lockOverdueRun } from '../../store/eval-runs/run-life.ts';
import { lockRuns } from '../../store/eval-runs/runs.ts';
import { endOpenIterations } from '../../store/work/settlements.ts';
import { concludeRun } from './conclude-run.ts';
import { dropJudging } from '../judges/start-judging.ts';

/** Cancels an open run by request. Undefined when it was over. */
export async function cancelRun(pool: Pool, runId: string): Promise<Run | undefined> {
  return transaction(pool, async (tx) => {
    await lockRuns(tx, [runId]);
    const run = await end(tx, runId, 'cancelled');
    await audit(tx, run && { target: { runId, suiteId: run.suiteId }, after: { status: run.status } });
    return run;
  });
}

/** Times out a run under way that is past its deadline. Undefined when it is over or not overdue. */
export async function timeOutRun(pool: Pool, runId: string): Promise<Run | undefined> {
  return transaction(pool, async (tx) => ((await lockOverdueRun(tx, runId)) ? end(tx, runId, 'timed_out') : undefined));
}

/** Ends a locked run. Its open iterations end with the same status; finished ones keep their results. */
async function end(tx: Tx, runId: string, status: 'cancelled' | 'timed_out'): Promise<Run | undefined> {
  const run = await concludeRun(tx, runId, { status, result: null });
  if (!run) return undefined;
  await endOpenIterations(tx, runId, status);
  await dropJudging(tx, runId);
  return run;
}
