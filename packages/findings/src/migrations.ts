import { join } from 'node:path';

/** The table of a service that has insights, applied before the service's own migrations. */
export const insightsMigrations = join(import.meta.dirname, '../insights-migrations');

/** The tables of a service that mines findings from the signals of sessions, applied before the service's own migrations. */
export const findingsMigrations = join(import.meta.dirname, '../findings-migrations');
