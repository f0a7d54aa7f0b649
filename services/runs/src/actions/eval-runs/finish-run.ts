import type { Tx } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import { holdForJudge } from '../../store/eval-runs/run-life.ts';
import { findRun } from '../../store/eval-runs/runs.ts';
import { decideRunEnd } from './decide-run.ts';
import { concludeRun } from './conclude-run.ts';
import { startJudging } from '../judges/start-judging.ts';

/** Ends a run after its last iteration: decides it, or lets it wait for its gating judge. */
export async function finishRun(tx: Tx, { id, projectId }: Pick<Run, 'id' | 'projectId'>): Promise<void> {
  const run = await findRun(tx, projectId, id);
  // The run of a deleted suite is about to be deleted.
  if (!run) return;
  const judged = await startJudging(tx, run);
  if (judged === 'gating') await holdForJudge(tx, run.id);
  else await concludeRun(tx, run.id, await decideRunEnd(tx, run));
}
