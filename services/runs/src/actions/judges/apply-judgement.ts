import { chainJudgedUseless } from '@assay/grading/stages/judged-useless';
import type { Tx } from '@assay/kit/postgres/db';
import { applyOpinions, listOverruled, rewriteChains } from '../../store/eval-runs/results.ts';

/** Chains that are read at a time. */
const BATCH = 500;

/** Applies a gating judgement to a run's iterations. When only the judge failed an iteration, its chain says so. */
export async function applyJudgement(tx: Tx, judgementId: string): Promise<void> {
  await applyOpinions(tx, judgementId);
  for (let after = -1; ;) {
    const overruled = await listOverruled(tx, judgementId, after, BATCH);
    await rewriteChains(
      tx,
      overruled.map(({ id, chain, reason }) => ({ id, chain: chainJudgedUseless(chain, reason) })),
    );
    if (overruled.length < BATCH) return;
    after = overruled.at(-1)!.position;
  }
}
