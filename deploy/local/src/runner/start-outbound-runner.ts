import type { Env } from '@assay/kit/env';
import { createLog } from '@assay/kit/log';
import { logLevel } from '@assay/kit/settings/process-settings';
import { loadConfig } from '@assay/runner/config';
import { pino } from 'pino';
import type { RunningRunner } from './runner-on-demand.ts';
import { startRunnerProcess } from './start-runner-process.ts';

/**
 * Starts a runner outside of an installation, in a process whose environment holds no token, because its commands could
 * read it. Its log goes to standard error.
 * @throws ConfigError when a setting is invalid.
 */
export function startOutboundRunner(env: Env): RunningRunner {
  loadConfig(env);
  const log = createLog('runner', logLevel(env, 'info'), pino.destination({ fd: 2, sync: true }));
  return startRunnerProcess({ env }, log);
}
