import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { createStore } from '../lib/store.ts';
import { watchConnection } from './lost-connection.ts';
import { followShared, type OpenStream } from './shared-stream.ts';
import { watchedTab } from './watched-tab.ts';

/** Events are drawn at most four times a second. */
const DRAW_MS = 250;

/** How many streams of single objects this tab follows; the stream of the project rests meanwhile. */
const objectStreams = createStore(0);

interface Live<Event> {
  /** Opens the stream; undefined while there is nothing to follow. */
  open: OpenStream<Event> | undefined;
  /** Names the stream, for all windows of this browser. */
  key: string;
  /** Draws the events since the last drawing. */
  onEvents: (events: readonly Event[]) => void;
  /** It rests while another stream is followed, and then goes on after its last event: a tab has one connection. */
  rests?: boolean;
}

/**
 * Follows a stream while this tab is watched: events are drawn at most four times a second. A hidden tab has no
 * connection after 3 s; when it is seen again, it goes on after the last event. A connection that is lost for 4 s is told
 * by a toast, and everything that is shown is read again when it is back.
 */
export function useLive<Event extends { id: string }>({ open, key, onEvents, rests = false }: Live<Event>): void {
  const cache = useQueryClient();
  const newest = useRef({ open, onEvents });
  newest.current = { open, onEvents };
  const isWatched = watchedTab.use();
  const others = objectStreams.use();
  const isOn = open !== undefined;
  const isFollowed = isOn && isWatched && !(rests && others > 0);
  /** The last event that was drawn: the stream goes on after it when it is followed again. */
  const seen = useRef<{ key: string; lastEventId?: string }>(undefined);

  useEffect(() => {
    if (!isOn || rests) return undefined;
    objectStreams.set(objectStreams.read() + 1);
    return () => objectStreams.set(objectStreams.read() - 1);
  }, [isOn, rests]);

  useEffect(() => {
    if (!isFollowed) return undefined;
    // A read that never becomes old, such as a diagnosis that was asked for, is not made again.
    const readAgain = (): void =>
      void cache.invalidateQueries({
        predicate: ({ observers }) => observers.every(({ options }) => options.staleTime !== Infinity),
      });
    if (seen.current?.key !== key) seen.current = { key };
    else if (seen.current.lastEventId === undefined) readAgain();
    const place = seen.current;
    const ended = new AbortController();
    const connection = watchConnection(readAgain);
    let waiting: Event[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = (): void => {
      timer = undefined;
      if (document.hidden || waiting.length === 0) return;
      const events = waiting;
      waiting = [];
      place.lastEventId = events.at(-1)!.id;
      newest.current.onEvents(events);
    };
    const onEvent = (event: Event): void => {
      waiting.push(event);
      timer ??= setTimeout(flush, DRAW_MS);
    };
    document.addEventListener('visibilitychange', flush);
    followShared<Event>(key, (options) => newest.current.open!(options), {
      signal: ended.signal,
      lastEventId: place.lastEventId,
      onEvent,
      onConnection: connection.note,
      onGap: readAgain,
    })
      // A refusal is final: the reads of the page tell its reason.
      .catch(() => undefined)
      .finally(connection.end);
    return () => {
      ended.abort();
      connection.end();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', flush);
    };
  }, [isFollowed, key]);
}
