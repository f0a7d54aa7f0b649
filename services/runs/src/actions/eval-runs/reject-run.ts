import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import { tallyOf } from '../../domain/eval-runs/tallies/tally.ts';
import { addToTally, lockPendingRun } from '../../store/eval-runs/run-life.ts';
import { endOpenIterations } from '../../store/work/settlements.ts';
import { findRunSpec } from '../../store/eval-runs/frozen-runs.ts';
import { environmentChange } from '../../domain/run-targets/environment-change.ts';
import { concludeRun } from './conclude-run.ts';

/**
 * Ends a run that did not begin, because its environment is in another revision now, or is gone. Undefined when the run
 * is over, or has begun: another replica handed out its first iterations while the environment was as at the launch.
 */
export async function rejectRun(
  pool: Pool,
  runId: string,
  presentRevision: number | undefined,
): Promise<Run | undefined> {
  return transaction(pool, async (tx) => {
    const spec = (await lockPendingRun(tx, runId)) ? await findRunSpec(tx, runId) : undefined;
    if (!spec?.environment) return undefined;
    const stop = environmentChange(spec.environment, presentRevision);
    const skipped = await endOpenIterations(tx, runId, {
      status: 'skipped',
      code: stop.code,
      message: stop.message,
    });
    if (!(await addToTally(tx, runId, tallyOf([], skipped)))) return undefined;
    return concludeRun(tx, runId, { status: 'failed', result: null, stop, undecidedDetail: stop.message });
  });
}
