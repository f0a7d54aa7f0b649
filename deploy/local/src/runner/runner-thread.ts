import { parentPort, workerData } from 'node:worker_threads';
import { readEnv, type Env } from '@assay/kit/env';
import { createLog } from '@assay/kit/log';
import type { OpenOutages } from '@assay/kit/outage-log';
import { tuneGarbageCollection } from '@assay/kit/process/garbage-collection';
import { telemetrySettings } from '@assay/kit/telemetry/settings';
import { startTelemetry } from '@assay/kit/telemetry/start-telemetry';
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
const settings = readEnv(env, telemetrySettings);
// The port was free when the product started; the runner's work is worth more than its metrics.
const telemetry = await startTelemetry('runner', settings, log).catch((error: unknown) => {
  log.error({ err: error }, 'the metrics of the runner cannot be served');
  return startTelemetry('runner', { ...settings, metrics: undefined }, log);
});
const runner = startRunner(loadConfig(env), log);
parentPort!.once('message', () => void stop());

async function stop(): Promise<void> {
  await runner.stop();
  await telemetry.stop();
  parentPort!.close();
}
