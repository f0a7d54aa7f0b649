import { setTimeout as delay } from 'node:timers/promises';

/** The shortest and the longest pause between two calls of a probe, in milliseconds. */
const [POLL_MS, MAX_POLL_MS] = [20, 50];
/** A pause is at most this share of the time that was waited, so that a long wait leaves the processor to others. */
const POLL_SHARE = 0.1;

/**
 * Calls the probe until its answer is neither undefined nor false, and returns the answer. A probe that throws is
 * called again.
 *
 * @throws after `timeoutMs`, with the last error of the probe as the cause.
 */
export async function waitUntil<T>(
  probe: () => T | Promise<T>,
  timeoutMs = 10_000,
): Promise<Exclude<T, undefined | false>> {
  const startedAt = performance.now();
  const waited = () => performance.now() - startedAt;
  let cause: unknown;
  while (waited() < timeoutMs) {
    try {
      const answer = await probe();
      if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>;
    } catch (error) {
      cause = error;
    }
    await delay(Math.min(MAX_POLL_MS, Math.max(POLL_MS, waited() * POLL_SHARE)));
  }
  throw new Error(`The condition was not met within ${timeoutMs} ms.`, { cause });
}
