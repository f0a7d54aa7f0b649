import { ConnectionFailure } from './connection-failure.ts';
import type { Operation } from './operation-entry.ts';
import { Problem } from './problem.ts';

/** The pause before the first repetition, which each further one doubles, and the longest, in milliseconds. */
const [FIRST_MS, LONGEST_MS] = [250, 10_000];
/** A `Retry-After` beyond this is told to the caller and not waited for, in milliseconds. */
const LONGEST_WAIT_MS = 60_000;
/** The statuses with which proxies say that the platform is away for a moment. */
const AWAY = new Set([502, 503, 504]);
const REPEATABLE = new Set(['GET', 'PUT', 'DELETE']);

/**
 * Whether a request may be repeated when its outcome is not known: its method is idempotent, it changes nothing, or the
 * platform recognizes the repetition by its key. An effect outside of the platform is never repeated.
 */
export const mayRepeat = ({ method, isSafe, hasEffect }: Operation, hasKey: boolean): boolean =>
  !hasEffect && (REPEATABLE.has(method) || isSafe === true || hasKey);

/**
 * The pause before the next attempt, in milliseconds; undefined when a repetition would fail again. The platform says by
 * `Retry-After` when a repetition may succeed; `random` is from 0 to 1 and spreads the repetitions of many clients.
 */
export function pauseBefore(failure: unknown, attempt: number, random: number): number | undefined {
  if (failure instanceof ConnectionFailure)
    return failure.kind === 'network' || failure.kind === 'timeout' ? backOff(attempt, random) : undefined;
  if (!(failure instanceof Problem)) return undefined;
  const { status, retryAfter, isFromPlatform } = failure;
  if (status !== 429 && status < 500) return undefined;
  if (retryAfter === undefined) return !isFromPlatform && AWAY.has(status) ? backOff(attempt, random) : undefined;
  const told = retryAfter * 1_000;
  return told > LONGEST_WAIT_MS ? undefined : told + backOff(attempt, random) / 2;
}

/** An exponential pause with jitter, in milliseconds. */
export const backOff = (attempt: number, random: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 10)) * (0.5 + random / 2);

/** Waits; rejects with the reason of the signal as soon as it aborts. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
