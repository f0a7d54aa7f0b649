import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PROGRAM = join(import.meta.dirname, '../../src/backup.ts');

test.each([
  ['backup', [], 'Name a folder: npm run backup -- <folder>'],
  ['backup', ['/none/b', 'and', 'more'], 'npm run backup takes one folder, and not and more beside it'],
  ['restore', ['/none/b', '/none/c'], 'npm run restore takes one folder, and not /none/c beside it'],
])('npm run %s with the arguments %j is refused', async (action, args, words) => {
  const ended = promisify(execFile)(process.execPath, [PROGRAM, action, ...args]);
  await expect(ended).rejects.toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(words) });
});
