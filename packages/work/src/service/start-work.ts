import { startWakeOnNotify } from '@assay/kit/postgres/wake-on-notify';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import type { WorkDesk } from './work-service.ts';
import { startWorkWatchdog } from './work-watchdog.ts';

/** What goes on in the background of a service that has work: runners that wait are woken, and abandoned work ends. */
export const startWork = (pool: Pool, desk: WorkDesk, log: Logger): { stop(): void | Promise<void> }[] => [
  desk.bell,
  startWakeOnNotify('work', 'work', pool, desk.bell, log),
  startWorkWatchdog(desk, log),
];
