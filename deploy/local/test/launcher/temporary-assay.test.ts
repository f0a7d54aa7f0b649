import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { isReachable } from '@assay/postgres/account';
import { makeTemplate } from '@assay/postgres/cluster-template';

/** A user id that no machine has a name for. */
const NAMELESS = { uid: 54_321, gid: 54_321 };
const script = join(import.meta.dirname, '../support/temporary-assay.ts');

let folder: string;
let template: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-nameless-'));
  await chmod(folder, 0o755);
  template = join(folder, 'cluster.tar.gz');
  await makeTemplate(template);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Ended {
  stdout: string;
  stderr: string;
}

/** Runs the script with a folder of its own for temporary files, which must be empty afterwards. */
async function runScript(name: string, args: string[], user: { uid?: number; gid?: number } = {}): Promise<Ended> {
  const temporary = join(folder, name);
  await mkdir(temporary);
  if (user.uid !== undefined) await chown(temporary, user.uid, user.gid!);
  else await chmod(temporary, 0o755);
  const env = { PATH: process.env.PATH, TMPDIR: temporary, HOME: '/proc' };
  const ended = await new Promise<Ended>((resolve) => {
    execFile(process.execPath, [script, ...args], { ...user, env }, (_, stdout, stderr) => resolve({ stdout, stderr }));
  });
  expect(await readdir(temporary)).toEqual([]);
  return ended;
}

test('a temporary Assay starts from an archive of an empty database', async () => {
  expect(await runScript('own', [template])).toEqual({ stdout: 'answered 200\n', stderr: '' });
});

test('a temporary Assay runs as a user id without a name when it has an archive', async () => {
  // Only root can become another user, who must reach the modules of this product.
  if (process.getuid?.() !== 0 || !(await isReachable(script, NAMELESS)) || !(await isReachable(folder, NAMELESS)))
    return;
  expect(await runScript('nameless', [template], NAMELESS)).toEqual({ stdout: 'answered 200\n', stderr: '' });
  const { stdout, stderr } = await runScript('without', ['/none'], NAMELESS);
  expect([stdout, stderr]).toEqual(['', expect.stringContaining(`user ID ${NAMELESS.uid}: user does not exist`)]);
});
