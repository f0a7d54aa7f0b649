import type { Tx } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import { tallyOf } from '../../domain/eval-runs/tallies/tally.ts';
import { listTrialResults, restateTally } from '../../store/eval-runs/results.ts';
import { recountVariants } from '../../store/eval-runs/variants.ts';

/** Counts a locked run's iterations again after their results changed; returns the updated run. */
export async function recountRun(tx: Tx, runId: string): Promise<Run> {
  const trials = await listTrialResults(tx, runId);
  await recountVariants(tx, runId);
  return restateTally(
    tx,
    runId,
    tallyOf(
      trials.map(({ evaluatorError, ...trial }) => ({ ...trial, grade: { evaluatorError }, usage: null })),
      0,
    ),
  );
}
