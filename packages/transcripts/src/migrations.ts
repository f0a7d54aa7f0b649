import { join } from 'node:path';

/** The tables of a service that stores transcripts, applied before the service's own migrations. */
export const transcriptMigrations = join(import.meta.dirname, '../migrations');
