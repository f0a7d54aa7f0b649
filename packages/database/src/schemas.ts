import { join } from 'node:path';
import { serviceNames, services } from '@assay/contract/services';
import { busMigrations, eventMigrations } from '@assay/kit/bus/migrations';
import type { GuardedSchema } from './prepare-database.ts';
import { findingsMigrations, insightsMigrations } from '@assay/findings/migrations';
import { transcriptMigrations } from '@assay/transcripts/migrations';
import { workMigrations } from '@assay/work/migrations';

const folder = join(import.meta.dirname, '../../../services');

/** A schema of the installation, and the folders of its SQL files in the order in which they apply. */
export interface DatabaseSchema {
  name: string;
  migrations: string[];
  guarded?: GuardedSchema;
}

/** The schemas of all services that keep data; a schema has its service's name. */
export const serviceSchemas: DatabaseSchema[] = serviceNames
  .filter((name) => services[name].hasDatabase)
  .map((name) => ({
    name,
    migrations: [
      eventMigrations,
      ...(services[name].hasWork ? [workMigrations] : []),
      ...(services[name].hasTranscripts ? [transcriptMigrations] : []),
      ...(services[name].hasInsights ? [insightsMigrations] : []),
      ...(services[name].hasFindings ? [findingsMigrations] : []),
      join(folder, name, 'migrations'),
    ],
    ...(name === 'catalog' && { guarded: { schema: 'audit', migrations: [join(folder, name, 'audit-migrations')] } }),
  }));

/** The schema of the event log, used when there is no Kafka. */
export const busSchema: DatabaseSchema = { name: 'bus', migrations: [busMigrations] };
