import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Env } from '@assay/kit/env';
import type { Logger } from '@assay/kit/log';
import { openOutagesOf } from '@assay/kit/outage-log';
import type { RunnerThreadData } from './runner-thread.ts';
import type { RunningRunner } from './runner-on-demand.ts';

/** The same as for the whole process: V8 would keep a large young generation after the start. */
const YOUNG_MB = 12;

/** Starts a runner in a thread of its own, so that its work and the services' do not block each other. */
export function startRunnerThread(env: Env, log: Logger): RunningRunner {
  const workerData: RunnerThreadData = { env, level: log.level, openOutages: openOutagesOf(log) };
  const thread = new Worker(new URL(`./runner-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const ended = once(thread, 'exit');
  // An error of the thread is an error of the whole process, as it was in one thread.
  thread.once('error', (error) => {
    throw error;
  });
  return {
    stop: async () => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage('stop');
      await ended;
    },
  };
}
