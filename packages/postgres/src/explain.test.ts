import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@assay/kit/log';
import { explainDiskError } from './explain.ts';
import { startPostgres } from './start-postgres.ts';

const system = (code: string, syscall: string) =>
  Object.assign(new Error(`${code}: it failed, ${syscall} '/data'`), { code, syscall });

test.each([
  ['a full disk under our own files', system('ENOSPC', 'write'), 'The disk is full'],
  ['a quota that is used up', system('EDQUOT', 'write'), 'The disk is full'],
  [
    'a full disk under initdb',
    new Error('initdb failed: FATAL:  could not write to file "pg_wal/xlogtemp.7": No space left on device'),
    'The disk is full',
  ],
  ['a read-only disk', system('EROFS', 'mkdir'), '/data cannot be used for data: EROFS'],
  ['a folder of somebody else', system('EACCES', 'open'), '/data cannot be used for data: EACCES'],
  [
    'a cluster of somebody else',
    new Error('Postgres ended: FATAL:  could not open file: Permission denied'),
    '/data cannot be used for data',
  ],
])('%s is told to the operator', (_, error, message) => {
  expect((explainDiskError(error, '/data') as Error).message).toContain(message);
});

test('an error that has nothing to do with the disk is passed on as it is', () => {
  const bug = new TypeError('x is not a function');
  expect(explainDiskError(bug, '/data')).toBe(bug);
});

test('a data folder that is a file is refused by its path', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'explain-'));
  const dataDir = join(folder, 'data');
  await writeFile(dataDir, '');
  await expect(startPostgres({ dataDir, durable: true, log: createLog('test', 'silent') })).rejects.toThrow(
    `${dataDir} cannot be used for data: EEXIST`,
  );
  await rm(folder, { recursive: true });
});
