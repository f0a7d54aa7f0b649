import type { JourneyRun } from '@assay/contract/areas/journey-runs/documents';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { afterWait, preferredSeconds } from '@assay/kit/requests/preferred-wait';
import type { Deps } from '../../deps.ts';
import { miningStateOf } from '../../domain/findings/mining-state.ts';
import { SHOWN_ATTEMPTS, SHOWN_FORM, toJourneyRunDetail } from '../../domain/journey-runs/run-view.ts';
import { isSettled } from '../../domain/journey-runs/run.ts';
import { withInsightsOfWave } from '../../domain/wave-insights/insights-of-run.ts';
import { foundInsights } from '../../flows/wave-insights/found-insights.ts';
import { findRun, findRunToShow, type RunToShow } from '../../store/journey-runs/journey-runs.ts';

export const getJourneyRun = (deps: Deps) =>
  handle(operations.getJourneyRun, async (_caller, { preferredWait, ...target }) => {
    const waitS = preferredSeconds(preferredWait);
    if (waitS !== undefined) await waitForChange(deps, target, waitS);
    const run = await findRunToShow(deps.pool, target, SHOWN_FORM, SHOWN_ATTEMPTS);
    if (!run) throw notFound('journey run');
    return afterWait(await withStateOfWave(deps, target.projectId, run), waitS);
  });

/** A run with what changes with its wave; a stored document is not parsed unless insights of the wave were requested. */
async function withStateOfWave(
  { pool }: Pick<Deps, 'pool'>,
  projectId: string,
  run: RunToShow,
): Promise<JourneyRun | Buffer> {
  const mining = miningStateOf(run);
  if (run.shown !== null && !run.hasInsights)
    return Buffer.from(`${run.shown.slice(0, -1)},"mining":${JSON.stringify(mining)}}`);
  const shown = run.shown === null ? toJourneyRunDetail(run) : (JSON.parse(run.shown) as JourneyRun);
  const insights = run.hasInsights ? await foundInsights(pool, projectId, shown.waveId!) : undefined;
  return { ...shown, mining, ...(insights && { insights: withInsightsOfWave(shown.id, shown.insights!, insights) }) };
}

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
