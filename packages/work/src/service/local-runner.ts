import { QUIET_LOOK_MS } from '@assay/kit/concurrency/activity';
import { retryForever, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Logger } from '@assay/kit/log';
import type { ServiceConfig } from '@assay/kit/service';
import type { WorkProvider } from './work-service.ts';

/** The runner in the process of the services, which runs only while it is needed. */
export interface LocalRunner {
  /** The labels with which it asks for work, once it can be started. */
  labels: Promise<string[]>;
  /** Starts the runner unless it runs already; resolves when it has ended. */
  run(): Promise<void>;
}

/** The settings of a service that has work. */
export interface WorkingServiceConfig extends ServiceConfig {
  /** Is started for open work. Without it, runners come by themselves. */
  localRunner?: LocalRunner | undefined;
}

/**
 * Starts the local runner as soon as a service has open work for it, and again when it has ended and there is more: looks
 * at the start, with each wake-up and once in a minute.
 */
export const startLocalRunnerCalls = (
  { sources, wakeUp }: Pick<WorkProvider, 'sources' | 'wakeUp'>,
  localRunner: LocalRunner,
  log: Logger,
): BackgroundTask =>
  retryForever('the look for work of the local runner', log, async (signal) => {
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    const labels = (await Promise.race([localRunner.labels, stopped])) ?? [];
    while (!signal.aborted && !wakeUp.isStopped) {
      const { wakes } = wakeUp;
      const open = await Promise.all(sources.map((source) => source.hasOpen(labels)));
      if (open.includes(true)) await Promise.race([localRunner.run(), stopped]);
      else await wakeUp.wokenSince(wakes, QUIET_LOOK_MS);
    }
  });
