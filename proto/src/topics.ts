import * as events from './events.ts';

/** The topics of all events. */
export const topics: readonly string[] = [...new Set(Object.values(events).map(({ topic }) => topic))].toSorted();
