import { startWakeOnNotify } from '@assay/kit/postgres/wake-on-notify';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { observeOpenWork } from './observe-open-work.ts';
import { startLocalRunnerCalls, type LocalRunner } from './local-runner.ts';
import type { WorkProvider } from './work-service.ts';
import { startWorkWatchdog } from './work-watchdog.ts';

/**
 * The background tasks of a service that has work: waiting runners are woken, the local runner is started if there is
 * one, abandoned work ends, and metrics tell what waits.
 */
export const startWork = (
  pool: Pool,
  provider: WorkProvider,
  localRunner: LocalRunner | undefined,
  log: Logger,
): { stop(): void | Promise<void> }[] => [
  provider.wakeUp,
  ...(localRunner ? [startLocalRunnerCalls(provider, localRunner, log)] : []),
  startWakeOnNotify('work', 'work', pool, provider.wakeUp, log),
  startWorkWatchdog(provider, log),
  observeOpenWork(
    pool,
    provider.sources.flatMap(({ kinds }) => kinds),
  ),
];
