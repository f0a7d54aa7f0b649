import { useEffect, useRef, useState } from 'react';
import { Problem } from '@assay/sdk';

/** Events are drawn at most four times a second. */
const DRAW_MS = 250;
/** A lost connection is told after this time, in milliseconds. */
const LOST_MS = 4_000;

/**
 * Follows a stream while `follow` is given: `onEvents` gets the events since the last drawing, never more often than
 * four times a second, and nothing while the tab is hidden. The client of the API connects again after the last event
 * by itself. The result says whether the connection has been lost for 4 s.
 */
export function useLive<Event>(
  follow: ((signal: AbortSignal) => AsyncIterable<Event>) | undefined,
  key: string,
  onEvents: (events: readonly Event[]) => void,
): { isLost: boolean } {
  const draw = useRef(onEvents);
  draw.current = onEvents;
  const source = useRef(follow);
  source.current = follow;
  const [isLost, setLost] = useState(false);
  const isOn = follow !== undefined;
  useEffect(() => {
    if (!isOn) return undefined;
    const ended = new AbortController();
    let waiting: Event[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = (): void => {
      timer = undefined;
      if (document.hidden || waiting.length === 0) return;
      const events = waiting;
      waiting = [];
      draw.current(events);
    };
    const onVisible = (): void => {
      if (!document.hidden) flush();
    };
    document.addEventListener('visibilitychange', onVisible);
    const read = async (): Promise<void> => {
      for await (const event of source.current!(ended.signal)) {
        setLost(false);
        waiting.push(event);
        timer ??= setTimeout(flush, DRAW_MS);
      }
      flush();
    };
    let lost: ReturnType<typeof setTimeout> | undefined;
    read().catch((error: unknown) => {
      if (ended.signal.aborted || (error instanceof Problem && error.status < 500)) return;
      lost = setTimeout(() => {
        setLost(true);
      }, LOST_MS);
    });
    return () => {
      ended.abort();
      clearTimeout(timer);
      clearTimeout(lost);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [isOn, key]);
  return { isLost };
}
