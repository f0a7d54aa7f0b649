import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { isEnd, runEventsSince, eventPositionOf } from '../../domain/eval-runs/run-events.ts';
import { listEnded } from '../../store/iterations/iterations.ts';
import { findRunInBrief } from '../../store/eval-runs/run-life.ts';

/** The longest wait for events, in milliseconds. */
const MAX_WAIT_MS = 20_000;
/** At most this many iterations in one answer; with the run and its end that makes 200 events. */
const ITERATIONS = 198;

export const streamEvalRunEvents = ({ pool, followers }: Deps) =>
  handle(operations.streamEvalRunEvents, async (_caller, { projectId, runId, lastEventId, waitMs }) => {
    const after = eventPositionOf(lastEventId);
    const look = async () => {
      // The run is read first, so that iterations which ended before its end are in the list below.
      const run = await findRunInBrief(pool, projectId, runId);
      if (!run) throw notFound('run');
      if (isEnd(after)) return { events: [], done: true };
      return runEventsSince(run, after, await listEnded(pool, runId, after.seq, ITERATIONS), ITERATIONS);
    };
    const found = await look();
    if (found) return found;
    await followers.waitForChange(runId, after.state, Math.min(Number(waitMs), MAX_WAIT_MS));
    return (await look()) ?? { events: [], done: false };
  });
