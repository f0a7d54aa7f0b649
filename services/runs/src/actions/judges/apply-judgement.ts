import { chainJudgedUseless } from '@assay/grading/stages/judged-useless';
import type { Tx } from '@assay/kit/postgres/db';
import { applyOpinions, listOverruled, rewriteChains } from '../../store/eval-runs/results.ts';

/** How many chains are read at a time. */
const BATCH = 500;

/** Lets a judgement have its say in a run's trials. The chain of a trial that nothing else failed tells that the judge did. */
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
