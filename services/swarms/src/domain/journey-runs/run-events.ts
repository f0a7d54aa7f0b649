import type { JourneyRunEvent, JourneyRunEvents } from '@assay/contract/areas/journey-runs/run-events';
import { invalid } from '@assay/contract/problem';
import { verdictSummaryOf } from './run-report.ts';
import { toJourneyRun } from './run-view.ts';
import { isSettled, type StoredRun } from './run.ts';
import { toRunSession } from './session-view.ts';
import type { StoredSession } from './session.ts';

/** How much of a run a follower has seen. */
export interface EventPosition {
  /** The sessions of all earlier changes, and of this one those before `place`. */
  change: number;
  place: number;
  /** The change as of which it was told of the run; -1 before the first time, `end` after the last. */
  told: number | 'end';
}

/** Every session that has begun is part of a change from 1 on. */
const START: EventPosition = { change: 1, place: 0, told: -1 };
/** At most this many sessions in one answer; with the run and its end that makes 200 events. */
export const EVENT_SESSIONS = 198;

/** Parses an event id. @throws VALIDATION_ERROR when it is not valid. */
export function eventPositionOf(eventId: string): EventPosition {
  if (eventId === '') return START;
  const [, change, place, told] = /^(\d{1,9})\.(\d{1,9})\.(-1|\d{1,9}|end)$/.exec(eventId) ?? [];
  if (change === undefined || place === undefined || told === undefined)
    throw invalid('Last-Event-ID is not the id of an event of this stream.', {
      issues: [{ path: '/lastEventId', message: 'is not the id of an event of this stream' }],
    });
  return { change: Number(change), place: Number(place), told: told === 'end' ? told : Number(told) };
}

/**
 * The events of a run since `after`. `changed` holds the sessions that changed since, in the order of their changes; fewer
 * than `EVENT_SESSIONS` mean that there are no more. Undefined when there are no events.
 */
export function runEventsSince(
  run: StoredRun,
  after: EventPosition,
  changed: readonly StoredSession[],
): JourneyRunEvents | undefined {
  if (after.told === 'end') return { events: [], done: true };
  const events: JourneyRunEvent[] = [];
  let { change, place }: Pick<EventPosition, 'change' | 'place'> = after;
  const tell = (told: EventPosition['told'], event: Pick<JourneyRunEvent, 'type' | 'data'>) =>
    events.push({ id: `${change}.${place}.${told}`, ...event } as JourneyRunEvent);
  for (const session of changed) {
    [change, place] = [session.change, session.position + 1];
    tell(after.told, { type: 'session', data: toRunSession(run, session) });
  }
  const shown = toJourneyRun(run);
  if (run.change !== after.told) tell(run.change, { type: 'run', data: shown });
  const done = isSettled(run) && changed.length < EVENT_SESSIONS;
  const { status, canceled, stale } = shown;
  const verdictSummary = verdictSummaryOf(run, run.lastHeartbeatAt.getTime());
  if (done) tell('end', { type: 'end', data: { status, canceled, stale, verdictSummary } });
  return events.length > 0 ? { events, done } : undefined;
}
