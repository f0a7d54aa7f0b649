import { setTimeout as delay } from 'node:timers/promises';

/** After this long without an answer, the next message is sent anyway, in milliseconds. */
const UNANSWERED_MS = 1_000;

/** Sends one after another: the next when the one before is answered, or has waited for too long. */
export function inOrder(): <T>(send: () => Promise<T>) => Promise<T> {
  let before: Promise<void> = Promise.resolve();
  return (send) => {
    const sent = before.then(send);
    before = before.then(
      () =>
        new Promise<void>((resolve) => {
          const late = setTimeout(resolve, UNANSWERED_MS);
          const end = () => {
            clearTimeout(late);
            resolve();
          };
          sent.then(end, end);
        }),
    );
    return sent;
  };
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
