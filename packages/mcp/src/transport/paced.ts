import { setTimeout as delay } from 'node:timers/promises';

/** After this long without an answer, the next message is sent anyway, in milliseconds. */
const UNANSWERED_MS = 1_000;
/** At most this many messages wait for an answer at a time. */
const MAX_UNANSWERED = 4;

/** The shortest time between two attempts to open a stream, in milliseconds; the server's `retry:` may ask for more. */
export const STREAM_FLOOR_MS = 1_000;

/** Sends one after another: the next when the one before is answered, or has waited for too long. */
export function inOrder(): <T>(send: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let unanswered = 0;
  /** The message that was sent last, while the next one waits for it. */
  let last: symbol | undefined;

  const sendNext = () => {
    if (last === undefined && unanswered < MAX_UNANSWERED) waiting.shift()?.();
  };
  const track = async <T>(send: () => Promise<T>): Promise<T> => {
    const message = (last = Symbol('message'));
    unanswered += 1;
    const passOn = () => {
      if (last === message) last = undefined;
      sendNext();
    };
    const late = setTimeout(passOn, UNANSWERED_MS);
    try {
      return await send();
    } finally {
      clearTimeout(late);
      unanswered -= 1;
      passOn();
    }
  };
  return (send) =>
    new Promise((resolve, reject) => {
      waiting.push(() => track(send).then(resolve, reject));
      sendNext();
    });
}

/** Calls `work` at most once in `ms` milliseconds: a call that comes too early waits, and rejects when it is aborted. */
export function atMostOnceIn(
  ms: number,
): <T>(signal: AbortSignal | null | undefined, work: () => Promise<T>) => Promise<T> {
  let next = Number.NEGATIVE_INFINITY;
  return async (signal, work) => {
    const now = performance.now();
    const waitMs = Math.max(0, next - now);
    next = now + waitMs + ms;
    if (waitMs > 0) await delay(waitMs, undefined, signal ? { signal } : {});
    return work();
  };
}
