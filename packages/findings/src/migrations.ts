import { join } from 'node:path';

/** The table of a service that has insights, applied before the service's own migrations. */
export const insightsMigrations = join(import.meta.dirname, '../migrations/insights');
