import type { Logger } from '../log.ts';
import { OutageLog } from '../outage-log.ts';
import { resourceOutage } from '../resource-outage.ts';
import { activity, QUIET_LOOK_MS } from './activity.ts';
import { backOffMs, MESH_BACK_OFF, pause, type BackOff } from './back-off.ts';
import { taskDuration, taskRuns } from './metrics.ts';

/** Something that goes on in the background until it is stopped; `stop` resolves when it has ended. */
export interface BackgroundTask {
  stop(): Promise<void>;
}

/** A task that ran for this long before it failed begins its back-off anew, in milliseconds. */
const STEADY_MS = 10_000;
/** The back-off of periodic work that failed. */
const SOON: BackOff = { firstMs: 1_000, longestMs: 60_000 };
/** The pause between two batches, in milliseconds. */
const TURN_MS = 20;

/** Runs `work` again whenever it ends or throws, with growing pauses while it keeps failing early. */
export const retryForever = (what: string, log: Logger, work: (signal: AbortSignal) => Promise<void>): BackgroundTask =>
  standing(async (signal) => {
    const outage = new OutageLog(log, { began: `${what} was interrupted and starts again`, over: `${what} goes on` });
    for (let failures = 1; !signal.aborted; failures++) {
      const steady = setTimeout(() => {
        failures = 0;
        outage.over();
      }, STEADY_MS);
      await work(signal).catch((error: unknown) => {
        taskRuns.add(1, { task: what, outcome: 'failed' });
        (resourceOutage(error, log) ?? outage).began(error);
      });
      clearTimeout(steady);
      await pause(backOffMs(Math.max(1, failures), MESH_BACK_OFF), signal);
    }
  });

/**
 * Runs `work` now and then every `everyMs`, after a failure sooner, and every minute while the process is quiet. Failures
 * in a row are logged once. Its signal tells work that takes long to stop. Work that knows when it is due next answers in
 * how many milliseconds that is.
 */
export const repeat = (
  what: string,
  everyMs: number,
  log: Logger,
  work: (signal: AbortSignal) => Promise<number | void>,
): BackgroundTask =>
  standing(async (signal) => {
    const outage = new OutageLog(log, { began: `${what} failed`, over: `${what} works again` });
    const turn = activity.nextTurn();
    let failures = 0;
    while (!signal.aborted) {
      let dueMs = Infinity;
      const startedAt = performance.now();
      try {
        dueMs = (await work(signal)) ?? Infinity;
        failures = 0;
        outage.over();
        taskRuns.add(1, { task: what, outcome: 'worked' });
        taskDuration.record((performance.now() - startedAt) / 1e3, { task: what });
      } catch (error) {
        failures++;
        taskRuns.add(1, { task: what, outcome: 'failed' });
        (resourceOutage(error, log) ?? outage).began(error);
      }
      await pause(failures > 0 ? Math.min(everyMs, backOffMs(failures, SOON)) : everyMs, signal);
      if (failures === 0 && everyMs < QUIET_LOOK_MS) await activity.rest(turn, dueMs - everyMs, signal);
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
