import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import { tallyOf } from '../../domain/eval-runs/tally.ts';
import { addToTally } from '../../store/eval-runs/run-life.ts';
import { lockRuns } from '../../store/eval-runs/runs.ts';
import { endOpenIterations } from '../../store/work/settlements.ts';
import { findRunSpec } from '../../store/eval-runs/frozen-runs.ts';
import { environmentChange } from '../../domain/run-targets/environment-change.ts';
import { concludeRun } from './conclude-run.ts';

/**
 * Ends a run that did not begin, because its environment is in another revision now, or is gone. Undefined when the run
 * was over.
 */
export async function rejectRun(
  pool: Pool,
  runId: string,
  presentRevision: number | undefined,
): Promise<Run | undefined> {
  return transaction(pool, async (tx) => {
    await lockRuns(tx, [runId]);
    const spec = await findRunSpec(tx, runId);
    if (!spec?.environment) return undefined;
    const stop = environmentChange(spec.environment, presentRevision);
    const skipped = await endOpenIterations(tx, runId, 'skipped', stop.code);
    if (!(await addToTally(tx, runId, tallyOf([], skipped)))) return undefined;
    return concludeRun(tx, runId, { status: 'failed', result: null, stop, undecidedDetail: stop.message });
  });
}
