import { setTimeout as delay } from 'node:timers/promises';

/** The number of event loop rounds after which pending input has been read and handled. */
const ROUNDS = 20;

/**
 * Replaces the next `AbortSignal.timeout(ms)`, so that the test decides when it aborts and a stall of the machine
 * cannot. No other code may use the same `ms`.
 */
export function holdAbortTimeout(ms: number): { ms: number; end(): void } {
  const ofClock = AbortSignal.timeout;
  const over = new AbortController();
  let isHeld = false;
  AbortSignal.timeout = (wanted) => {
    if (wanted !== ms) return ofClock.call(AbortSignal, wanted);
    AbortSignal.timeout = ofClock;
    isHeld = true;
    return over.signal;
  };
  return {
    ms,
    end() {
      AbortSignal.timeout = ofClock;
      if (!isHeld) throw new Error(`AbortSignal.timeout(${ms}) was not called.`);
      over.abort(new DOMException('The timeout was triggered by the test.', 'TimeoutError'));
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
