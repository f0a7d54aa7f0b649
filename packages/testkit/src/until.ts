import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;

/**
 * Asks again until the answer is neither undefined nor false, and returns it. A probe that throws has not answered yet.
 *
 * @throws after `timeoutMs`, with what the last probe threw as the cause.
 */
export async function waitUntil<T>(
  probe: () => T | Promise<T>,
  timeoutMs = 10_000,
): Promise<Exclude<T, undefined | false>> {
  const end = performance.now() + timeoutMs;
  let cause: unknown;
  while (performance.now() < end) {
    try {
      const answer = await probe();
      if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>;
    } catch (error) {
      cause = error;
    }
    await delay(POLL_MS);
  }
  throw new Error(`Still not so after ${timeoutMs} ms.`, { cause });
}
