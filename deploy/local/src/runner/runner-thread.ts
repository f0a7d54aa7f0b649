import { parentPort, workerData } from 'node:worker_threads';
import type { Env } from '@assay/kit/env';
import { createLog } from '@assay/kit/log';
import type { OpenOutages } from '@assay/kit/outage-log';
import { tuneGarbageCollection } from '@assay/kit/process/garbage-collection';
import { startRunner } from '@assay/runner/app';
import { loadConfig } from '@assay/runner/config';
import { pino } from 'pino';

/** The data that the thread is started with. */
export interface RunnerThreadData {
  env: Env;
  level: string;
  /** The outages that the services of this process have logged. */
  openOutages: OpenOutages | undefined;
}

const { env, level, openOutages } = workerData as RunnerThreadData;
const log = createLog('assay', level, pino.destination({ fd: 2, sync: true }), openOutages).child({
  service: 'runner',
});
tuneGarbageCollection();
const runner = startRunner(loadConfig(env), log);
parentPort!.once('message', () => void runner.stop().then(() => parentPort!.close()));
