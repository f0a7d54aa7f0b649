import { setTimeout as delay } from 'node:timers/promises';

/** The number of event loop rounds after which pending input has been read and handled. */
const ROUNDS = 20;

/** The longest delay of a timer, in milliseconds; longer ones count as 1. */
const NEVER_MS = 2 ** 31 - 1;

/**
 * Replaces the next `setTimeout` with `ms`, so that the test decides when it fires and a stall of the machine cannot. No
 * other code may use the same `ms`.
 */
export function holdTimer(ms: number): { ms: number; end(): void } {
  const ofClock = globalThis.setTimeout;
  let fire: (() => void) | undefined;
  const held = (callback: (...args: unknown[]) => void, wanted?: number, ...args: unknown[]) => {
    if (wanted !== ms) return ofClock(callback, wanted, ...args);
    globalThis.setTimeout = ofClock;
    fire = () => callback(...args);
    return ofClock(() => undefined, NEVER_MS);
  };
  globalThis.setTimeout = held as typeof setTimeout;
  return {
    ms,
    end() {
      globalThis.setTimeout = ofClock;
      if (!fire) throw new Error(`setTimeout(…, ${ms}) was not called.`);
      fire();
    },
  };
}

/**
 * Waits until this process has read all pending input. It counts rounds of the event loop, so a stall makes the wait
 * longer, never too short.
 */
export async function eventLoopCaughtUp(): Promise<void> {
  for (let i = 0; i < ROUNDS; i++) await delay(5);
}
