import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { withHeaders } from '@assay/kit/rpc/with-headers';
import type { Deps } from '../../deps.ts';
import { SHOWN_ATTEMPTS, SHOWN_FORM, toJourneyRunDetail } from '../../domain/journey-runs/run-view.ts';
import { isSettled } from '../../domain/journey-runs/run.ts';
import { findRun, findRunToShow } from '../../store/journey-runs/journey-runs.ts';

/** The longest wait for a change, in seconds. */
const MAX_WAIT_S = 20;

export const getJourneyRun = (deps: Deps) =>
  handle(operations.getJourneyRun, async (_caller, { preferredWait, ...target }) => {
    const waitS = preferredWait === '' ? undefined : Math.min(Number(preferredWait), MAX_WAIT_S);
    if (waitS !== undefined) await waitForChange(deps, target, waitS);
    const run = await findRunToShow(deps.pool, target, SHOWN_FORM, SHOWN_ATTEMPTS);
    if (!run) throw notFound('journey run');
    const shown = run.shown === null ? toJourneyRunDetail(run) : Buffer.from(run.shown);
    return waitS === undefined ? shown : withHeaders(shown, { 'Preference-Applied': `wait=${waitS}` });
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
