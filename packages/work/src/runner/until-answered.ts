import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '@assay/contract/problem';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Asks a service of the platform again, with growing pauses, for as long as it cannot be reached or does not answer in
 * time. Throws what it answers otherwise, and the reason of `signal` once that aborts.
 */
export async function untilAnswered<T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
  onAway: (error: unknown) => void,
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    signal.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      if (!isAway(error)) throw error;
      onAway(error);
    }
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/** A retry time comes with every Problem that will pass by itself: a service or its database is starting or restarting. */
const isAway = (error: unknown): boolean =>
  error instanceof Problem && (error.code === 'TIMEOUT' || error.retryAfter !== undefined);
