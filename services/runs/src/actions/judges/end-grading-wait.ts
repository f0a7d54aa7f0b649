import { transaction, type Pool } from '@assay/kit/postgres/db';
import { findJudgement } from '../../store/judges/judgements.ts';
import { lockOverdueGrading } from '../../store/eval-runs/run-life.ts';
import { concludeRun } from '../eval-runs/conclude-run.ts';
import { decideRunEnd } from '../eval-runs/decide-run.ts';
import { giveUpJudging } from './start-judging.ts';

/**
 * Ends a run that waits in vain for its judge: with the settled opinions, or without any when no judgement is pending.
 */
export async function endGradingWait(pool: Pool, runId: string): Promise<void> {
  await transaction(pool, async (tx) => {
    const run = await lockOverdueGrading(tx, runId);
    if (!run) return;
    const judgement = await findJudgement(tx, runId);
    if (judgement?.status === 'pending') await giveUpJudging(tx, runId);
    else await concludeRun(tx, runId, await decideRunEnd(tx, run));
  });
}
