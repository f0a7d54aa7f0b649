import { isSettled } from '@assay/grading/statistics/sequential';
import type { Tx } from '@assay/kit/postgres/db';
import { listOpenVariantsOf, skipPending, type VariantSoFar } from '../../store/work/early-stopping.ts';
import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';

/**
 * Skips the iterations that cannot change the verdict on their case variant any more. Answers their number. With a
 * gating judge a case variant that passes is not settled, because the judge may fail its iterations.
 */
export async function skipSettled(
  tx: Tx,
  runId: string,
  trialIds: string[],
  { earlyStopping, judge }: Pick<RunSpec, 'earlyStopping' | 'judge'>,
): Promise<number> {
  if (!earlyStopping) return 0;
  const variants = await listOpenVariantsOf(tx, runId, trialIds);
  const isJudged = judge?.enabled && judge.autoRun && judge.role === 'gating';
  return skipPending(
    tx,
    runId,
    variants.filter((variant) => isSettled(variant, earlyStopping) && (!isJudged || fails(variant))),
  );
}

const fails = ({ passed, failed, threshold }: VariantSoFar): boolean => passed / (passed + failed) < threshold;
