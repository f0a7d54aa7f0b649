import type { Logger } from '@assay/kit/log';
import { loadConfig } from '@assay/runner/config';
import type { RunnerOnDemand, RunningRunner } from './runner-on-demand.ts';
import { startRunnerProcess, type RunnerProcessSettings } from './start-runner-process.ts';
import { startRunnerThread } from './start-runner-thread.ts';

/**
 * Offers a runner beside the services, which start it with their first work, in a thread. A runner that may start commands
 * is started now, in a process of its own, because the platform's process never starts any.
 * @throws ConfigError when a setting of the runner is invalid.
 */
export function startRunner(settings: RunnerProcessSettings, onDemand: RunnerOnDemand, log: Logger): RunningRunner {
  const { env } = settings;
  const { stdio, labels } = loadConfig(env);
  if (stdio.allowedCommands.length > 0) return startRunnerProcess(settings, log);
  onDemand.offer(labels, () => startRunnerThread(env, log));
  return onDemand;
}
