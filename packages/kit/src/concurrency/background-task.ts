import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.ts';

/** Something that goes on in the background until it is stopped; `stop` resolves when it has ended. */
export interface BackgroundTask {
  stop(): Promise<void>;
}

const LONGEST_MS = 2_000;
const TURN_MS = 20;

/** Waits `ms`, or until `signal` aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

/** How long to wait after so many failures in a row, in milliseconds: 100, 300, 900 … 2000. */
export const backoffMs = (failures: number): number => Math.min(LONGEST_MS, 100 * 3 ** (failures - 1));

/** Runs `work` again whenever it ends or throws, with growing pauses while it keeps failing early. */
export const retryForever = (what: string, log: Logger, work: (signal: AbortSignal) => Promise<void>): BackgroundTask =>
  standing(async (signal) => {
    for (let failures = 1; !signal.aborted; failures++) {
      const startedAt = Date.now();
      await work(signal).catch((error: unknown) =>
        log.warn({ err: error }, `${what} was interrupted and starts again`),
      );
      if (Date.now() - startedAt > 5 * LONGEST_MS) failures = 1;
      await pause(backoffMs(failures), signal);
    }
  });

/** Runs `work` now and then every `everyMs`; a failure is logged and waits for the next turn. Its signal tells work that takes long to stop. */
export const repeat = (
  what: string,
  everyMs: number,
  log: Logger,
  work: (signal: AbortSignal) => Promise<void>,
): BackgroundTask =>
  standing(async (signal) => {
    while (!signal.aborted) {
      await work(signal).catch((error: unknown) => log.warn({ err: error }, `${what} failed`));
      await pause(everyMs, signal);
    }
  });

/** Takes batch after batch until `take` says that there are no more, or `signal` aborts; between two of them others get their turn. */
export async function inBatches(signal: AbortSignal, take: () => Promise<boolean>): Promise<void> {
  while (!signal.aborted && (await take())) await pause(TURN_MS, signal);
}

function standing(run: (signal: AbortSignal) => Promise<void>): BackgroundTask {
  const stopping = new AbortController();
  const ended = run(stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
