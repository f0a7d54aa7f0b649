import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { eventPositionOf, runEventsSince } from '../../domain/journey-runs/run-events.ts';

/** The longest wait for events, in milliseconds. */
const MAX_WAIT_MS = 20_000;

export const streamJourneyRunEvents = ({ feeds }: Deps) =>
  handle(operations.streamJourneyRunEvents, async (_caller, { projectId, runId, lastEventId, waitMs }) => {
    const after = eventPositionOf(lastEventId);
    const news = await feeds.follow(runId, Math.min(Number(waitMs), MAX_WAIT_MS), async (moment) => {
      const run = await moment.run;
      if (run?.projectId !== projectId) throw notFound('journey run');
      return runEventsSince(run, after, await moment.changedAfter(run, after));
    });
    return news ?? { events: [], done: false };
  });
