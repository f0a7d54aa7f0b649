import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { afterWait, preferredSeconds } from '@assay/kit/requests/preferred-wait';
import type { Deps } from '../../deps.ts';
import { miningStateOf } from '../../domain/findings/mining-state.ts';
import { SHOWN_ATTEMPTS, toJourneyRunDetail } from '../../domain/journey-runs/run-view.ts';
import { isSettled } from '../../domain/journey-runs/run.ts';
import { insightsOfRun } from '../../domain/wave-insights/insights-of-run.ts';
import { foundInsights } from '../../flows/wave-insights/found-insights.ts';
import { findRun, findRunOfWave } from '../../store/journey-runs/journey-runs.ts';
import { listFirstAttempts } from '../../store/journey-runs/sessions.ts';

export const getJourneyRun = (deps: Deps) =>
  handle(operations.getJourneyRun, async (_caller, { preferredWait, ...target }) => {
    const waitS = preferredSeconds(preferredWait);
    if (waitS !== undefined) await waitForChange(deps, target, waitS);
    const [run, attempts] = await Promise.all([
      findRunOfWave(deps.pool, target.projectId, target.runId),
      listFirstAttempts(deps.pool, target.runId, SHOWN_ATTEMPTS),
    ]);
    if (!run) throw notFound('journey run');
    const insights = run.hasInsights ? await foundInsights(deps.pool, run.projectId, run.waveId) : undefined;
    const shown = {
      ...toJourneyRunDetail(run, attempts),
      mining: miningStateOf(run),
      insights: insightsOfRun(run, insights),
    };
    return afterWait(shown, waitS);
  });

/** Waits until the run changes; a run that is over and graded does not change. */
async function waitForChange(
  { pool, feeds }: Pick<Deps, 'pool' | 'feeds'>,
  { projectId, runId }: { projectId: string; runId: string },
  waitS: number,
): Promise<void> {
  const run = await findRun(pool, projectId, runId);
  if (!run) throw notFound('journey run');
  if (isSettled(run)) return;
  await feeds.follow(runId, waitS * 1_000, async (moment) => {
    const now = await moment.run;
    return !now || now.change > run.change || undefined;
  });
}
