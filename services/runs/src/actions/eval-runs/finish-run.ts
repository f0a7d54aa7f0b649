import type { Tx } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import { holdForJudge } from '../../store/eval-runs/run-life.ts';
import { findRun } from '../../store/eval-runs/runs.ts';
import { decide } from './decide-run.ts';
import { concludeRun } from './conclude-run.ts';
import { startJudging } from '../judges/start-judging.ts';

/** What follows a run's last trial: the verdict, or the judge's turn where that has a say in it. */
export async function finishRun(tx: Tx, { id, projectId }: Pick<Run, 'id' | 'projectId'>): Promise<void> {
  const run = (await findRun(tx, projectId, id))!;
  const judged = await startJudging(tx, run);
  if (judged === 'gating') await holdForJudge(tx, run.id);
  else await concludeRun(tx, run.id, await decide(tx, run));
}
