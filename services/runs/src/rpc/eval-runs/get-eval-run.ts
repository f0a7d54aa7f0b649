import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { afterWait, preferredSeconds } from '@assay/kit/requests/preferred-wait';
import type { Deps } from '../../deps.ts';
import { isOverState } from '../../domain/eval-runs/run-state.ts';
import { shownRun } from '../../flows/eval-runs/shown-run.ts';
import { findRunState } from '../../store/eval-runs/run-life.ts';

/** A wait in which only counts change lasts at least this long, in milliseconds: iterations may end every few. */
const PACE_MS = 500;

export const getEvalRun = (deps: Deps) =>
  handle(operations.getEvalRun, async (_caller, { preferredWait, ...target }, query) => {
    const waitS = preferredSeconds(preferredWait);
    if (waitS !== undefined) await waitForChange(deps, target, waitS);
    const shown = await shownRun(deps.pool, target, query);
    if (!shown) throw notFound('run');
    return afterWait(shown, waitS);
  });

/** Waits until the run changes; a run that is over does not change. */
async function waitForChange(
  { pool, followers }: Deps,
  { projectId, runId }: { projectId: string; runId: string },
  waitS: number,
): Promise<void> {
  const state = await findRunState(pool, projectId, runId);
  if (state === undefined) throw notFound('run');
  if (!isOverState(state)) await followers.waitForChange(runId, state, waitS * 1_000, PACE_MS);
}
