import { setTimeout as delay } from 'node:timers/promises';

/** How often this process turns round until what was written to it has been read and worked on. */
const ROUNDS = 20;

/** Takes the next `AbortSignal.timeout(ms)` from the clock, so that no stall of the machine ends that time early; nobody else may ask for the same `ms`. */
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
      if (!isHeld) throw new Error(`Nobody asked for ${ms} ms.`);
      over.abort(new DOMException('The time is over.', 'TimeoutError'));
    },
  };
}

/** Lets this process read what was written to it so far. It counts rounds of the event loop, so a stall makes it longer and not too short. */
export async function eventLoopCaughtUp(): Promise<void> {
  for (let i = 0; i < ROUNDS; i++) await delay(5);
}
