import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { eventAfter } from '../../domain/overview/project-events.ts';
import { readChangePlaces } from '../../store/overview/project-changes.ts';

/** The longest wait for events, in milliseconds. */
const MAX_WAIT_MS = 20_000;

export const streamProjectEvents = ({ pool, projectFollowers }: Deps) =>
  handle(operations.streamProjectEvents, async (_caller, { projectId, lastEventId, waitMs }) => {
    const look = async () => eventAfter(lastEventId, await readChangePlaces(pool, projectId));
    const event = await projectFollowers.waitFor(projectId, Math.min(Number(waitMs), MAX_WAIT_MS), look);
    return { events: event ? [event] : [], done: false as const };
  });
