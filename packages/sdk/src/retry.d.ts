import type { Operation } from './operation-entry.ts';
/**
 * Whether a request may be repeated when its outcome is not known: its method is idempotent, it changes nothing, or the
 * platform recognizes the repetition by its key. An effect outside of the platform is never repeated.
 */
export declare const mayRepeat: ({ method, isSafe, hasEffect }: Operation, hasKey: boolean) => boolean;
/**
 * The pause before the next attempt, in milliseconds; undefined when a repetition would fail again. The platform says by
 * `Retry-After` when a repetition may succeed; `random` is from 0 to 1 and spreads the repetitions of many clients.
 */
export declare function pauseBefore(failure: unknown, attempt: number, random: number): number | undefined;
/** An exponential pause with jitter, in milliseconds. */
export declare const backOff: (attempt: number, random: number) => number;
/** Waits; rejects with the reason of the signal as soon as it aborts. */
export declare function pause(ms: number, signal: AbortSignal | undefined): Promise<void>;
