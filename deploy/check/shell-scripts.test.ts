import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '../..');
const isThere = spawnSync('shellcheck', ['--version']).status === 0;
// Most images of CI have ShellCheck; elsewhere these tests are counted as skipped.
const withShellcheck = isThere ? describe : describe.skip;

const tracked = spawnSync('git', ['ls-files', '*.sh'], { cwd: root, encoding: 'utf8' }).stdout.trim().split('\n');
const faultsOf = (args: string[], input = '') =>
  spawnSync('shellcheck', args, { cwd: root, input, encoding: 'utf8' }).stdout;

withShellcheck('ShellCheck', () => {
  test.each(tracked)('finds no fault in %s', (path) => expect(faultsOf([path])).toBe(''));

  test('finds no fault in the scripts of the template for GitLab', async () => {
    const template = await readFile(join(root, 'deploy/ci/gitlab/assay.gitlab-ci.yml'), 'utf8');
    const [job] = Object.values(parseAllDocuments(template)[1]!.toJS() as Record<string, Record<string, string[]>>);
    for (const script of [job!.script!, job!.after_script!])
      expect(faultsOf(['--shell=sh', '-'], script.join('\n'))).toBe('');
  });
});
