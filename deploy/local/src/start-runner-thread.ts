import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Env } from '@assay/kit/env';
import { loadConfig } from '@assay/runner/config';
import type { RunnerThreadData } from './runner-thread.ts';

/** As for the whole process: V8 would keep a large young generation after the start. */
const YOUNG_MB = 24;

/**
 * Starts a runner in a thread of its own, so that its work and the services' do not wait for each other.
 * @throws ConfigError when a setting of the runner is not good.
 */
export function startRunnerThread(env: Env, level: string): { stop(): Promise<void> } {
  loadConfig(env);
  const workerData: RunnerThreadData = { env, level };
  const thread = new Worker(new URL('./runner-thread.ts', import.meta.url), { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
  const ended = once(thread, 'exit');
  // A fault of the thread is one of the whole process, as it was in one thread.
  thread.once('error', (error) => { throw error; });
  return {
    stop: async () => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage('stop');
      await ended;
    },
  };
}
