import { flushCompileCache } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError, loadAll, readEnv, type Env, type EnvReader } from './env.ts';
import { createLog, type Logger } from './log.ts';
import { tuneGarbageCollection } from './process/garbage-collection.ts';
import { LOG_LEVEL } from './settings/process-settings.ts';
import { telemetrySettings } from './telemetry/settings.ts';
import { startTelemetry } from './telemetry/start-telemetry.ts';
import type { RunningTelemetry } from './telemetry/telemetry-sdk.ts';

/** How long a process may take to stop before it is ended, in milliseconds. */
const STOP_MS = 25_000;
/** How long the last traces and metrics may take to be sent, in milliseconds. */
const TELEMETRY_MS = 2_000;

/**
 * The parts that a process runs. `ended` rejects when it cannot go on, with an error whose message tells people the
 * reason.
 */
export interface RunningProcess {
  stop(): Promise<void>;
  ended?: Promise<never>;
}

/** Reads the settings of every process. */
export const processSettings = (reader: EnvReader) => ({
  level: reader.read(LOG_LEVEL),
  telemetrySettings: telemetrySettings(reader),
});

/**
 * Runs one service as a process: reads all of its settings, with `load` its own, starts its telemetry, then the service,
 * and stops both gracefully on SIGTERM or SIGINT.
 */
export async function runProcess<Config = undefined>(
  name: string,
  start: (log: Logger, config: Config) => Promise<RunningProcess>,
  load?: (env?: Env) => Config,
): Promise<void> {
  const log = createLog(name);
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'an unhandled rejection');
    process.exit(1);
  });
  try {
    const [{ level, telemetrySettings }, config] = loadAll(
      () => readEnv(process.env, processSettings),
      () => load?.() as Config,
    );
    log.level = level;
    const telemetry = await startTelemetry(name, telemetrySettings, log);
    const running = await start(log, config);
    log.info('started');
    tuneGarbageCollection();
    // Where there is a compile cache, the next start finds it also when this process is killed.
    flushCompileCache();
    running.ended?.catch((error: Error) => {
      log.fatal(error.message);
      process.exit(1);
    });
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(running, telemetry, log));
  } catch (error) {
    if (error instanceof ConfigError) for (const fault of error.faults) log.fatal(fault);
    else log.fatal({ err: error }, 'could not start');
    process.exit(1);
  }
}

async function stop(running: RunningProcess, telemetry: RunningTelemetry, log: Logger): Promise<void> {
  setTimeout(() => {
    log.error('did not stop in time');
    process.exit(1);
  }, STOP_MS).unref();
  await running.stop();
  await Promise.race([telemetry.stop(), delay(TELEMETRY_MS)]);
  log.info('stopped');
  process.exit(0);
}
