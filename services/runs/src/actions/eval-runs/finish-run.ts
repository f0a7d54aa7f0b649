import { findGradingGaps } from '@assay/grading/decisions/grading-gap';
import type { Tx } from '@assay/kit/postgres/db';
import { isGatingJudge } from '../../domain/eval-runs/grading-gaps.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { holdForJudge } from '../../store/eval-runs/run-life.ts';
import { noteGradingGaps } from '../../store/eval-runs/cases.ts';
import { findFrozenRun } from '../../store/eval-runs/frozen-runs.ts';
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
  else await concludeRun(tx, run.id, await decideRunEnd(tx, await withoutJudge(tx, run)));
}

/** The run with the cases that nothing decides, now that the judge which was to decide does not. */
async function withoutJudge(tx: Tx, run: Run): Promise<Run> {
  if (!isGatingJudge(run.spec.judge)) return run;
  const { cases, spec } = (await findFrozenRun(tx, run.id))!;
  const gaps = findGradingGaps(cases, spec.checks, () => false);
  await noteGradingGaps(tx, run.id, gaps);
  return { ...run, casesWithoutGrading: gaps.found };
}
