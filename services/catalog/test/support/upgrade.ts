import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@assay/kit/postgres/migrate';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { migrations } from './start.ts';

/** Works on a database as it was before the migration of that number; `upgrade` runs what came since. */
export async function beforeMigration(
  number: string,
  work: (pool: TestDatabase['pool'], upgrade: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const [events, all] = migrations as [string, string];
  const before = await mkdtemp(join(tmpdir(), 'migrations-'));
  for (const name of (await readdir(all)).filter((each) => each < number))
    await copyFile(join(all, name), join(before, name));
  const database = await testDatabase({ folders: [events, before] });
  try {
    await work(database.pool, () => migrate(database.pool, migrations));
  } finally {
    await database.drop();
    await rm(before, { recursive: true });
  }
}
