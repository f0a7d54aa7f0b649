import type { Logger } from '../log.ts';
import { backOffMs, MESH_BACK_OFF, pause } from './back-off.ts';

/** Something that goes on in the background until it is stopped; `stop` resolves when it has ended. */
export interface BackgroundTask {
  stop(): Promise<void>;
}

/** A task that ran for this long before it failed begins its back-off anew, in milliseconds. */
const STEADY_MS = 10_000;
/** The pause between two batches, in milliseconds. */
const TURN_MS = 20;

/** Runs `work` again whenever it ends or throws, with growing pauses while it keeps failing early. */
export const retryForever = (what: string, log: Logger, work: (signal: AbortSignal) => Promise<void>): BackgroundTask =>
  standing(async (signal) => {
    for (let failures = 1; !signal.aborted; failures++) {
      const startedAt = Date.now();
      await work(signal).catch((error: unknown) =>
        log.warn({ err: error }, `${what} was interrupted and starts again`),
      );
      if (Date.now() - startedAt > STEADY_MS) failures = 1;
      await pause(backOffMs(failures, MESH_BACK_OFF), signal);
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
