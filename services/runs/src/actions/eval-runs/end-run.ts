import type { RunStopped } from '@assay/contract/areas/eval-runs/documents';
import { given } from '@assay/contract/given';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import { timeLimitStop } from '../../domain/run-limits/time-limit.ts';
import { addEndedWithRun, lockOpenRun, lockOverdueRun } from '../../store/eval-runs/run-life.ts';
import { endOpenIterations, type OpenEnd } from '../../store/work/settlements.ts';
import { concludeRun } from './conclude-run.ts';
import { dropJudging } from '../judges/start-judging.ts';

/** Cancels an open run by request. Undefined when it was over. */
export async function cancelRun(pool: Pool, runId: string): Promise<Run | undefined> {
  return transaction(pool, async (tx) => {
    const run = (await lockOpenRun(tx, runId))
      ? await end(tx, runId, { status: 'cancelled', ...CANCELLED })
      : undefined;
    await audit(tx, run && { target: { runId, suiteId: run.suiteId }, after: { status: run.status } });
    return run;
  });
}

const CANCELLED = { code: 'CANCELLED', message: 'The run was cancelled before this trial was over.' };

/** Times out a run under way that is past its deadline. Undefined when it is over or not overdue. */
export async function timeOutRun(pool: Pool, runId: string): Promise<Run | undefined> {
  return transaction(pool, async (tx) => {
    const overdue = await lockOverdueRun(tx, runId);
    if (!overdue) return undefined;
    const stop = timeLimitStop(overdue);
    return end(tx, runId, { status: 'timed_out', code: stop.code, message: stop.message, blame: 'platform' }, stop);
  });
}

/** Ends a locked run that is not over. Its open iterations end with the same status; finished ones keep their results. */
async function end(
  tx: Tx,
  runId: string,
  open: OpenEnd & { status: 'cancelled' | 'timed_out' },
  stop?: RunStopped,
): Promise<Run | undefined> {
  const count = await endOpenIterations(tx, runId, open);
  if (count > 0) await addEndedWithRun(tx, runId, count);
  const run = await concludeRun(tx, runId, {
    status: open.status,
    result: null,
    ...given({ stop, undecidedDetail: stop?.message }),
  });
  await dropJudging(tx, runId);
  return run;
}
