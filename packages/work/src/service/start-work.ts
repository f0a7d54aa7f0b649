import { startWakeOnNotify } from '@assay/kit/postgres/wake-on-notify';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import type { WorkProvider } from './work-service.ts';
import { startWorkWatchdog } from './work-watchdog.ts';

/** The background tasks of a service that has work: waiting runners are woken, and abandoned work ends. */
export const startWork = (pool: Pool, provider: WorkProvider, log: Logger): { stop(): void | Promise<void> }[] => [
  provider.wakeUp,
  startWakeOnNotify('work', 'work', pool, provider.wakeUp, log),
  startWorkWatchdog(provider, log),
];
