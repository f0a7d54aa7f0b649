import { startWakeOnNotify } from '@assay/kit/postgres/wake-on-notify';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import type { WorkDesk } from './work-service.ts';
import { startWorkWatchdog } from './work-watchdog.ts';

/** The background tasks of a service that has work: waiting runners are woken, and abandoned work ends. */
export const startWork = (pool: Pool, desk: WorkDesk, log: Logger): { stop(): void | Promise<void> }[] => [
  desk.bell,
  startWakeOnNotify('work', 'work', pool, desk.bell, log),
  startWorkWatchdog(desk, log),
];
