import type { EarlyStopping } from '@assay/contract/documents/statistics';
import { isSettled } from '@assay/grading/statistics/sequential';
import type { Tx } from '@assay/kit/db';
import { listVariantsOf, skipPending } from '../store/early-stopping.ts';

/** Leaves out the trials that cannot change the verdict on their case any more, of the cases that these trials belong to. Answers how many. */
export async function skipSettled(tx: Tx, runId: string, trialIds: string[], policy: EarlyStopping): Promise<number> {
  const variants = await listVariantsOf(tx, runId, trialIds);
  return skipPending(tx, runId, variants.filter((variant) => variant.remaining > 0 && isSettled(variant, policy)));
}
