import type { RequestOptions } from '@assay/sdk';

/** A network that goes away may open a connection for a moment more, which is silent then; in milliseconds. */
const SETTLE_MS = 1_000;

/** The options with which a stream is opened: where it goes on, and who is told of its connection. */
export type StreamOptions = RequestOptions & { lastEventId?: string | undefined };

/** Opens a stream of the API. */
export type OpenStream<Event> = (options: StreamOptions) => AsyncIterable<Event>;

interface Follower<Event> {
  signal: AbortSignal;
  /** The event after which the stream goes on; undefined for its beginning. */
  lastEventId: string | undefined;
  onEvent: (event: Event) => void;
  onConnection: (isConnected: boolean) => void;
  /** Events after `lastEventId` may never arrive: another window has the connection, and told them already. */
  onGap: () => void;
}

type Told<Event> = { event: Event } | { isConnected: boolean };

/**
 * Follows a stream together with the other windows of this browser that follow the same `key`: one of them has the
 * connection and tells the others, and when it stops, another one goes on after the last event. A browser opens six
 * connections to an origin over HTTP/1.1, over all its windows. Where the page is not from a secure origin, which has no
 * locks, each window has a connection. Resolves after the last event; rejects with a final refusal.
 */
export async function followShared<Event extends { id: string }>(
  key: string,
  open: OpenStream<Event>,
  { signal, lastEventId, onEvent, onConnection, onGap }: Follower<Event>,
): Promise<void> {
  const name = `assay-stream ${key}`;
  const hasLocks = 'locks' in navigator;
  // Without locks every window has a connection, and nothing to hear from the others.
  const channel = hasLocks ? new BroadcastChannel(name) : undefined;
  let last = lastEventId;
  const take = (told: Told<Event>): void => {
    if (signal.aborted) return;
    if ('isConnected' in told) return onConnection(told.isConnected);
    last = told.event.id;
    onEvent(told.event);
  };
  const tell = (told: Told<Event>): void => {
    take(told);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel is of one origin.
    channel?.postMessage(told);
  };
  const connect = async (own: AbortSignal): Promise<void> => {
    const onOwn = (isConnected: boolean): void => tell({ isConnected });
    for await (const event of open({ signal: own, lastEventId: last, retries: Infinity, onConnection: onOwn }))
      tell({ event });
  };
  const follow = async (): Promise<void> => {
    for (;;) {
      // A browser that goes offline leaves its connections open, and silent: a new one is tried until it is back.
      const cut = new AbortController();
      const onOffline = (): void => cut.abort();
      addEventListener('offline', onOffline);
      try {
        return await connect(AbortSignal.any([signal, cut.signal]));
      } catch (error) {
        if (signal.aborted || !cut.signal.aborted) throw error;
        tell({ isConnected: false });
        await new Promise((resolve) => void setTimeout(resolve, SETTLE_MS));
      } finally {
        removeEventListener('offline', onOffline);
      }
    }
  };
  channel?.addEventListener('message', ({ data }: MessageEvent<Told<Event>>) => take(data));
  try {
    if (!hasLocks) return await follow();
    const wasFree = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await follow();
      return lock !== null;
    });
    if (wasFree || signal.aborted) return;
    if (lastEventId !== undefined) onGap();
    await navigator.locks.request(name, { signal }, follow);
  } finally {
    channel?.close();
  }
}
