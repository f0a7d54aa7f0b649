import type { Env } from '@assay/kit/env';
import type { Logger } from '@assay/kit/log';
import { loadConfig } from '@assay/runner/config';
import type { RunningRunner } from './running-runner.ts';
import { startRunnerProcess } from './start-runner-process.ts';
import { startRunnerThread } from './start-runner-thread.ts';

/**
 * Starts a runner beside the services: in a thread, or in a process of its own if it may start commands, because the
 * platform's process never starts any.
 * @throws ConfigError when a setting of the runner is invalid.
 */
export function startRunner(env: Env, log: Logger): RunningRunner {
  const { stdio } = loadConfig(env);
  return stdio.allowedCommands.length > 0 ? startRunnerProcess(env, log.level) : startRunnerThread(env, log);
}
