import type { Tx } from '@assay/kit/db';
import type { Run } from '../domain/run.ts';
import { holdForJudge } from '../store/run-life.ts';
import { findRun } from '../store/runs.ts';
import { decide } from './decide.ts';
import { concludeRun } from './conclude-run.ts';
import { startJudging } from './start-judging.ts';

/** What follows a run's last trial: the verdict, or the judge's turn where that has a say in it. */
export async function finishRun(tx: Tx, run: Run): Promise<void> {
  const judged = await startJudging(tx, (await findRun(tx, run.projectId, run.id))!);
  if (judged === 'gating') await holdForJudge(tx, run.id);
  else await concludeRun(tx, run.id, await decide(tx, run));
}
