import { setTimeout as sleep } from 'node:timers/promises';

/** How long the pauses between the attempts at something are. */
export interface BackOff {
  /** The pause after the first failure, in milliseconds. */
  firstMs: number;
  /** How many times longer each later pause is; 2 when it is absent. */
  factor?: number;
  /** The longest pause, in milliseconds. */
  longestMs: number;
}

/** The back-off towards a database or a service of the mesh that restarts. */
export const MESH_BACK_OFF: BackOff = { firstMs: 100, longestMs: 2_000 };

/** Waits `ms`, or until `signal` aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

/**
 * The pause after this number of failures in a row, in milliseconds; up to a quarter shorter or longer, so that clients
 * spread out.
 */
export const backOffMs = (failures: number, { firstMs, factor = 2, longestMs }: BackOff): number =>
  Math.min(longestMs, firstMs * factor ** (failures - 1)) * (0.75 + Math.random() / 2);

export interface RetryOptions extends BackOff {
  signal: AbortSignal;
  /** Whether to try again after this error; it may also note the failure. */
  again(error: unknown): boolean;
}

/**
 * Runs `work` until it succeeds, with a back-off. The first attempt is made even if `signal` has aborted.
 * @throws the error that `again` refuses, or the reason of `signal` once that aborts.
 */
export async function retry<T>(work: () => Promise<T>, { signal, again, ...backOff }: RetryOptions): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      if (!again(error)) throw error;
    }
    await pause(backOffMs(failures, backOff), signal);
    signal.throwIfAborted();
  }
}
