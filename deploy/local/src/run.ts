import { ConfigError, loadAll, readEnv } from '@assay/kit/env';
import { createLog } from '@assay/kit/log';
import { tuneGarbageCollection } from '@assay/kit/process/garbage-collection';
import { logLevel } from '@assay/kit/settings/process-settings';
import { telemetrySettings } from '@assay/kit/telemetry/settings';
import { startTelemetry } from '@assay/kit/telemetry/start-telemetry';
import { pino } from 'pino';
import { loadLaunch } from './load-launch.ts';
import { startAssay } from './start.ts';
import type { RunningAssay } from './start-in-folder.ts';

/** Signals within this time count as one, in milliseconds. */
const SAME_SIGNAL_MS = 1_000;
const PARENT_MS = 500;

const startedAt = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(5)} s  ${line}`);
// People read the lines above; the logs of services go to standard error.
const log = createLog('assay', 'warn', pino.destination({ fd: 2, sync: true }));

/** Tells the faults of all settings first. Then telemetry starts: it records what is started after it. */
async function start(): Promise<RunningAssay> {
  const [level, settings, launch] = loadAll(
    () => logLevel(process.env, 'warn'),
    () => readEnv(process.env, telemetrySettings),
    () => loadLaunch(process.env),
  );
  log.level = level;
  const telemetry = await startTelemetry('local', settings, log);
  const assay = await startAssay(launch, log, say);
  return {
    ...assay,
    stop: async () => {
      await assay.stop();
      await telemetry.stop();
    },
  };
}

const starting = start();
let stoppingSince: number | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
// npm sends a signal to a shell between us, and the shell keeps it; so the end of that shell has to stop us.
if (process.env.npm_lifecycle_event) setInterval(whenOrphaned(process.ppid), PARENT_MS).unref();

try {
  const assay = await starting;
  announce(assay);
  tuneGarbageCollection();
  assay.ended.catch((error: Error) => {
    console.error(`${error.message} Assay stops, too.`);
    void stop(1);
  });
} catch (error) {
  if (error instanceof ConfigError) for (const fault of error.faults) console.error(fault);
  else console.error(error instanceof Error && log.level !== 'debug' ? error.message : error);
  process.exitCode = 1;
}

function announce({ url, first }: RunningAssay): void {
  if (first) {
    const { projectId, apiKey, apiKeyFile, ownerEmail, ownerPassword, ownerPasswordFile } = first;
    console.log(
      [
        '',
        `project   ${projectId}`,
        ...told('API key', apiKey, apiKeyFile),
        `owner     ${ownerEmail}`,
        ...told('password', ownerPassword, ownerPasswordFile),
        '',
      ].join('\n'),
    );
  }
  console.log(`ready ${url}`);
}

function told(what: string, secret: string | undefined, file: string | undefined): string[] {
  const name = what.padEnd(10);
  return secret
    ? [`${name}${secret}`, `          shown this once, and kept in ${file}`]
    : [`${name}the one it was given${file ? `, kept in ${file}` : ''}`];
}

function whenOrphaned(parent: number): () => void {
  return () => {
    if (process.ppid !== parent) void stop();
  };
}

/**
 * The first signal stops in good order; a second one does not wait. Ctrl-C may arrive twice at once: from the terminal,
 * and from npm.
 */
async function stop(exitCode = 0): Promise<void> {
  if (stoppingSince !== undefined) {
    if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(130);
    return;
  }
  stoppingSince = performance.now();
  try {
    await (await starting).stop();
    process.exit(exitCode);
  } catch (error) {
    log.error({ err: error }, 'could not stop in good order');
    process.exit(1);
  }
}
