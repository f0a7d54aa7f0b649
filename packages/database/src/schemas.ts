import { readdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { busMigrations, eventMigrations } from '@assay/kit/bus/migrations';
import { jobsMigrations } from '@assay/kit/jobs/migrations';
import { transcriptMigrations } from '@assay/transcripts/migrations';

const services = join(import.meta.dirname, '../../../services');
/** The services that have work for runners beside iterations. */
const WITH_JOBS = new Set(['diagnostics', 'runs', 'suites']);
/** The services that store transcripts. */
const WITH_TRANSCRIPTS = new Set(['runs']);

/** A schema of the installation and the folders of SQL files that make it, in the order in which they apply. */
export interface Schema {
  name: string;
  migrations: string[];
}

/** The schema of every service that keeps data; it is named after the service. */
export async function serviceSchemas(): Promise<Schema[]> {
  return (await readdir(services))
    .sort()
    .map((name) => ({ name, own: join(services, name, 'migrations') }))
    .filter(({ own }) => existsSync(own))
    .map(({ name, own }) => ({
      name,
      migrations: [
        eventMigrations,
        ...(WITH_JOBS.has(name) ? [jobsMigrations] : []),
        ...(WITH_TRANSCRIPTS.has(name) ? [transcriptMigrations] : []),
        own,
      ],
    }));
}

/** The schema of the event log, for an installation without Kafka. */
export const busSchema: Schema = { name: 'bus', migrations: [busMigrations] };
