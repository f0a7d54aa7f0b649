import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../../src/platform/file-lock.ts';

let folder: string;
let lock: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-lock-'));
  lock = join(folder, 'logins.json.lock');
});
afterEach(() => rm(folder, { recursive: true }));

test('work under one lock never overlaps, and leaves no lock behind', async () => {
  let [underWay, most] = [0, 0];
  const work = () =>
    withLock(lock, async () => {
      most = Math.max(most, ++underWay);
      await readdir(folder);
      underWay--;
    });
  await Promise.all(Array.from({ length: 10 }, work));
  expect([most, await readdir(folder)]).toEqual([1, []]);
});

test('the lock of a process that was killed is ignored', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  await writeFile(lock, String(pid));
  expect(await withLock(lock, async () => 'done')).toBe('done');
});

test('a failure of the work frees the lock', async () => {
  await expect(withLock(lock, () => Promise.reject(new Error('it failed')))).rejects.toThrow('it failed');
  expect(await readdir(folder)).toEqual([]);
});
