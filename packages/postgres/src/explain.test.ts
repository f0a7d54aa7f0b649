import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@assay/kit/log';
import { explainDiskError } from './explain.ts';
import { startPostgres } from './start-postgres.ts';

const system = (code: string, syscall: string) =>
  Object.assign(new Error(`${code}: it failed, ${syscall} '/data'`), { code, syscall });

test.each([
  ['a full disk when we write a file', system('ENOSPC', 'write'), 'The disk is full'],
  ['an exhausted quota', system('EDQUOT', 'write'), 'The disk is full'],
  [
    'a full disk in initdb',
    new Error('initdb failed: FATAL:  could not write to file "pg_wal/xlogtemp.7": No space left on device'),
    'The disk is full',
  ],
  [
    'a disk that initdb fills',
    new Error('initdb failed: FATAL:  could not extend file "base/1/2691"\nHINT:  Check free disk space.'),
    'The disk is full',
  ],
  ['a read-only disk', system('EROFS', 'mkdir'), '/data cannot be used for data: EROFS'],
  ['a folder of another user', system('EACCES', 'open'), '/data cannot be used for data: EACCES'],
  [
    'a cluster of another user',
    new Error('Postgres ended: FATAL:  could not open file: Permission denied'),
    '/data cannot be used for data',
  ],
])('the error names %s as the reason', (_, error, message) => {
  expect((explainDiskError(error, '/data') as Error).message).toContain(message);
});

test('an error that does not come from the disk is passed on unchanged', () => {
  const bug = new TypeError('x is not a function');
  expect(explainDiskError(bug, '/data')).toBe(bug);
});

test('a data folder that is a file is refused with its path', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'explain-'));
  const dataDir = join(folder, 'data');
  await writeFile(dataDir, '');
  await expect(startPostgres({ dataDir, durable: true, log: createLog('test', 'silent') })).rejects.toThrow(
    `${dataDir} cannot be used for data: EEXIST`,
  );
  await rm(folder, { recursive: true });
});
