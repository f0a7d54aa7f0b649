import { glob } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { serviceSchemas, busSchema } from '@assay/database/schemas';
import { lintMigrations } from '../migrations.ts';
import { lastRelease, testRelease, type MigratedService } from '../release.ts';
import {
  failedOutcome,
  passedOutcome,
  repositoryRoot,
  skippedOutcome,
  sumOutcomes,
  type CheckStep,
  type StepOutcome,
} from '../step.ts';

const FOLDERS = '{packages,services}/*/*migrations';

/** Refuses migrations that stop traffic on a large table, or that the last release cannot serve on. */
export const migrationsStep: CheckStep = {
  name: 'migrations',
  run: async () => sumOutcomes([await lintAll(), await testLastRelease()]),
};

/** The first file of a folder is applied to an empty schema, so no traffic waits for it. */
async function lintAll(): Promise<StepOutcome> {
  const files = await Array.fromAsync(glob(`${FOLDERS}/*.sql`, { cwd: repositoryRoot }));
  const later = files.filter((file) => !basename(file).startsWith('0001_')).toSorted();
  const faults = await lintMigrations(later.map((file) => join(repositoryRoot, file)));
  if (!faults) return skippedOutcome('squawk could not be fetched');
  return faults.length === 0
    ? passedOutcome
    : failedOutcome(
        faults
          .map(({ file, line, rule, message }) => `${relative(repositoryRoot, file)}:${line}: ${rule}: ${message}`)
          .join('\n'),
      );
}

async function testLastRelease(): Promise<StepOutcome> {
  const tag = await lastRelease();
  return tag === undefined
    ? skippedOutcome('there is no release whose code could be tested on the schema')
    : testRelease(repositoryRoot, tag, servicesOfSchemas());
}

const servicesOfSchemas = (): MigratedService[] =>
  serviceSchemas.map(({ name, migrations, guarded }) => ({
    name,
    migrations: [...migrations, ...(guarded?.migrations ?? []), ...busSchema.migrations].map((folder) =>
      relative(repositoryRoot, folder),
    ),
  }));
