import { glob } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { lintMigrations } from '../migrations.ts';
import {
  failedOutcome,
  passedOutcome,
  repositoryRoot,
  skippedOutcome,
  type CheckStep,
  type StepOutcome,
} from '../step.ts';

const FOLDERS = '{packages,services}/*/*migrations';

/** Refuses migrations that stop traffic on a large table. The first file of a folder is applied to an empty schema. */
export const migrationsStep: CheckStep = { name: 'migrations', run: lintAll };

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
