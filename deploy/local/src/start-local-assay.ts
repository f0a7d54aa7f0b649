import { loadAll, type Env } from '@assay/kit/env';
import { createLog } from '@assay/kit/log';
import { logLevel } from '@assay/kit/settings/process-settings';
import { pino } from 'pino';
import { loadLaunch } from './load-launch.ts';
import type { RunningAssay } from './start-in-folder.ts';
import { startAssay } from './start.ts';

interface LocalOptions {
  /** The settings of `npm start`. */
  env: Env;
  dataDir: string;
  port: number;
  /** The working folder of servers that are commands. */
  folder: string;
}

/**
 * Starts the whole product in this process for a folder of a person, on a port of this machine; servers may be commands,
 * as the person may start any. It writes nothing to standard output.
 * @throws an Error whose message tells people what to do.
 */
export async function startLocalAssay({ env, dataDir, port, folder }: LocalOptions): Promise<RunningAssay> {
  const settings = {
    RUNNER_ALLOWED_COMMANDS: '*',
    RUNNER_STDIO_DIR: folder,
    ...env,
    ASSAY_DATA_DIR: dataDir,
    ASSAY_HOST: '127.0.0.1',
    ASSAY_PORT: String(port),
  };
  const [level, launch] = loadAll(
    () => logLevel(env, 'error'),
    () => loadLaunch(settings),
  );
  const log = createLog('assay', level, pino.destination({ fd: 2, sync: true }));
  return startAssay(launch, log, () => undefined);
}
