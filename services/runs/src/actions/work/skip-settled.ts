import { isSettled } from '@assay/grading/statistics/sequential';
import type { Tx } from '@assay/kit/postgres/db';
import { listVariantsOf, skipPending, type VariantSoFar } from '../../store/work/early-stopping.ts';
import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';

/**
 * Leaves out the trials that cannot change the verdict on their case any more, of the cases that these trials belong to. Answers
 * how many. Where a judge will have a say a case that passes is not settled: of its trials the judge may make failures.
 */
export async function skipSettled(
  tx: Tx,
  runId: string,
  trialIds: string[],
  { earlyStopping, judge }: Pick<RunSpec, 'earlyStopping' | 'judge'>,
): Promise<number> {
  if (!earlyStopping) return 0;
  const variants = await listVariantsOf(tx, runId, trialIds);
  const isJudged = judge?.enabled && judge.autoRun && judge.role === 'gating';
  return skipPending(
    tx,
    runId,
    variants.filter(
      (variant) => variant.remaining > 0 && isSettled(variant, earlyStopping) && (!isJudged || fails(variant)),
    ),
  );
}

const fails = ({ passed, failed, threshold }: VariantSoFar): boolean => passed / (passed + failed) < threshold;
