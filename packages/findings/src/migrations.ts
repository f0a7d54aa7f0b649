import { join } from 'node:path';

const folder = join(import.meta.dirname, '../migrations');

/** The table of a service that has insights, applied before the service's own migrations. */
export const insightsMigrations = join(folder, 'insights');

/** The tables of a service that mines findings from the signals of sessions, applied before the service's own migrations. */
export const findingsMigrations = join(folder, 'findings');
