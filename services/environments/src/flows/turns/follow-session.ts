import type { ChatEvents } from '@assay/contract/areas/chat-sessions/reading';
import type { Deps } from '../../deps.ts';
import type { StoredSession } from '../../domain/chat-sessions/chat-session.ts';
import { chatEventOf, eventPositionOf } from '../../domain/turns/event-position.ts';
import { listEventsAfter } from '../../store/turns/turn-events.ts';

/** The longest wait for events, in milliseconds. */
const MAX_WAIT_MS = 20_000;
/** The largest number of events in one answer. */
const EVENTS = 200;

/**
 * The events of a session after `lastEventId`, or from the beginning of its latest turn; waits for the next ones for at
 * most `waitMs` milliseconds.
 */
export async function followSession(
  { pool, followers }: Pick<Deps, 'pool' | 'followers'>,
  { id, turnCount, endedAt }: StoredSession,
  { lastEventId, waitMs }: { lastEventId: string; waitMs: number },
): Promise<ChatEvents> {
  const after = eventPositionOf(lastEventId) ?? { promptIndex: Math.max(0, turnCount - 1), seq: -1 };
  const look = async () => {
    const found = await listEventsAfter(pool, id, after, EVENTS);
    return found.length > 0 ? found.map(chatEventOf) : undefined;
  };
  const isOver = endedAt !== null;
  const events =
    isOver || waitMs <= 0 ? await look() : await followers.waitFor(id, Math.min(waitMs, MAX_WAIT_MS), look);
  return { events: events ?? [], done: isOver && (events?.length ?? 0) < EVENTS };
}
