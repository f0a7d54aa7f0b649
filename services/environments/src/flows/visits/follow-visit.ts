import type { VisitEvents } from '@assay/contract/areas/visits/documents';
import type { Deps } from '../../deps.ts';
import { visitEventOf, visitPositionOf } from '../../domain/visits/visit-events.ts';
import { findSession } from '../../store/chat-sessions/chat-sessions.ts';
import { findVisitSession } from '../../store/visits/visit-sessions.ts';
import { followSession } from '../turns/follow-session.ts';

/** The longest wait for events, in milliseconds. */
const MAX_WAIT_MS = 20_000;
/** The place after the last event of a conversation that has ended. */
const ENDED = 'ended';

interface VisitFollowing {
  lastEventId: string;
  waitMs: number;
}

/** The events of a visitor's newest conversation after `lastEventId`; waits for a conversation, and for its next events. */
export async function followVisit(
  deps: Pick<Deps, 'pool' | 'followers'>,
  visitorId: string,
  { lastEventId, waitMs }: VisitFollowing,
): Promise<VisitEvents> {
  const after = visitPositionOf(lastEventId);
  const until = Date.now() + Math.min(waitMs, MAX_WAIT_MS);
  // The end of a conversation was told, or nothing was said yet: there will be news in another one.
  const isOver = (id: string) => after.sessionId === id && after.eventId === ENDED;
  const find = async () => {
    const newest = await findVisitSession(deps.pool, visitorId);
    return newest && !isOver(newest.id) ? newest : undefined;
  };
  const found = waitMs <= 0 ? await find() : await deps.followers.waitFor(visitorId, until - Date.now(), find);
  const session = found && (await findSession(deps.pool, found.id));
  if (!session) return { events: [], done: false };
  const { events, done } = await followSession(deps, session, {
    lastEventId: after.sessionId === session.id ? after.eventId : '',
    waitMs: until - Date.now(),
  });
  const shown = events.flatMap((event) => visitEventOf(session.id, event) ?? []);
  if (done && session.endReason !== null)
    shown.push({ id: `${session.id}/${ENDED}`, type: 'ended', data: { reason: session.endReason } });
  return { events: shown, done: false };
}
