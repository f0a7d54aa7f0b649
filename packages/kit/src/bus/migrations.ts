import { join } from 'node:path';

const kit = join(import.meta.dirname, '../..');

/** Outbox and inbox: the tables that every service has in its schema, applied before its own migrations. */
export const eventMigrations = join(kit, 'migrations');

/** The log of the Postgres bus, in a schema of its own; `openBus` applies them. */
export const busMigrations = join(kit, 'bus-migrations');
