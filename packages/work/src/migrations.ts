import { join } from 'node:path';

/** The queue of a service that has work for runners, applied before its own migrations. */
export const workMigrations = join(import.meta.dirname, '../migrations');
