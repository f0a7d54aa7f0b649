import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@assay/kit/log';
import { openPool } from '@assay/kit/postgres/db';
import { copyDataFolder } from '@assay/postgres/copy-cluster';
import { startPostgres } from '@assay/postgres/start-postgres';
import { mountReadOnly } from '@assay/testkit/read-only-mount';
import { mountSmallDisk } from '@assay/testkit/small-mount';

const log = createLog('test', 'silent');

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-copy-'));
  // Root's Postgres runs as another user, who has to reach it.
  await chmod(root, 0o755);
});
afterAll(() => rm(root, { recursive: true }));

async function withPostgres<T>(folder: string, statement: string): Promise<T[]> {
  const postgres = await startPostgres({ dataDir: join(root, folder), durable: true, log });
  const pool = openPool(postgres.superuserUrl, log);
  try {
    return (await pool.query(statement)).rows as T[];
  } finally {
    await pool.end();
    await postgres.stop();
  }
}

test('a restored backup has the data of its moment, and only a stopped folder is copied', async () => {
  const at = (name: string) => join(root, name);
  const copy = (from: string, to: string) =>
    copyDataFolder(at(from), at(to), { files: ['installation.json', 'artifacts'], log });
  await expect(copy('none', 'backup')).rejects.toThrow('holds no database');
  await mkdir(at('data'));
  await mkdir(at('data/artifacts'));
  await writeFile(at('data/artifacts/report'), 'uploaded');
  await writeFile(at('data/installation.json'), '{"secret":1}');
  await withPostgres('data', 'create table kept as select 42 as answer');
  await copy('data', 'backup');
  await withPostgres('data', 'drop table kept');

  await copy('backup', 'restored');
  expect(await withPostgres('restored', 'select answer from kept')).toEqual([{ answer: 42 }]);
  expect(await readFile(at('restored/artifacts/report'), 'utf8')).toBe('uploaded');
  expect((await readdir(at('backup'))).sort()).toEqual(['artifacts', 'installation.json', 'postgres', 'postgres.json']);
  await expect(copy('data', 'restored')).rejects.toThrow('is not empty');

  const running = await startPostgres({ dataDir: at('data'), durable: true, log });
  await expect(copy('data', 'second')).rejects.toThrow('is in use by process');
  await running.stop();
});

test('a read-only data folder is backed up, and stays as it is', async () => {
  const [data, backup] = [join(root, 'snapshot'), join(root, 'of-snapshot')];
  await mkdir(data);
  await withPostgres('snapshot', 'create table kept as select 42 as answer');
  await writeFile(join(data, 'installation.json'), '{"secret":1}');
  const before = await readdir(data, { recursive: true });
  const unmount = mountReadOnly(data);
  if (!unmount) return;
  try {
    await copyDataFolder(data, backup, {
      files: ['installation.json'],
      log,
      finish: (copy) => writeFile(join(copy, 'list'), ''),
    });
    await expect(copyDataFolder(backup, join(data, 'inside'), { files: [], log })).rejects.toMatchObject({
      code: 'EROFS',
    });
  } finally {
    unmount();
  }
  expect(await readdir(data, { recursive: true })).toEqual(before);
  expect((await readdir(backup)).sort()).toEqual(['installation.json', 'list', 'postgres', 'postgres.json']);
  expect(await withPostgres('of-snapshot', 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('a copy onto a full disk tells the first reason and how many more there are', async () => {
  const [data, small] = [join(root, 'large'), join(root, 'small')];
  await mkdir(join(data, 'postgres'), { recursive: true });
  await writeFile(join(data, 'postgres.json'), '{"password":"a"}');
  for (const name of ['one', 'two', 'three']) await writeFile(join(data, 'postgres', name), Buffer.alloc(200_000));
  await mkdir(small);
  const unmount = mountSmallDisk(small, 64);
  if (!unmount) return;
  try {
    const failure = copyDataFolder(data, join(small, 'backup'), { files: [], log });
    await expect(failure).rejects.toThrow(/^The copy into \S+ failed: cp: [^\n]*No space left[^\n]*, and 2 more$/);
    expect(await readdir(small)).toEqual([]);
  } finally {
    unmount();
  }
});

test('a copy to where the file system takes no folders is refused', async () => {
  if (process.platform !== 'linux') return;
  await mkdir(join(root, 'any'));
  await writeFile(join(root, 'any/postgres.json'), '{"password":"a"}');
  for (const to of ['/proc/backup', '/proc/none/backup'])
    await expect(copyDataFolder(join(root, 'any'), to, { files: [], log })).rejects.toThrow(
      'the file system of /proc takes no new folders',
    );
});

test('a backup on a read-only medium is restored', async () => {
  const [data, restored] = [join(root, 'written'), join(root, 'from-medium')];
  await mkdir(data);
  await withPostgres('written', 'create table kept as select 42 as answer');
  const unmount = mountReadOnly(data);
  if (!unmount) return;
  try {
    await copyDataFolder(data, restored, { files: [], log });
  } finally {
    unmount();
  }
  expect(await withPostgres('from-medium', 'select answer from kept')).toEqual([{ answer: 42 }]);
});
