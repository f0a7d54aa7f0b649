import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '../..');
const isThere = spawnSync('shellcheck', ['--version']).status === 0;
// Most images of CI have ShellCheck; elsewhere these tests are counted as skipped.
const withShellcheck = isThere ? test : test.skip;

const tracked = spawnSync('git', ['ls-files', '*.sh'], { cwd: root, encoding: 'utf8' }).stdout.trim().split('\n');

withShellcheck.each(tracked)('%s has no fault that ShellCheck knows', (path) => {
  const { status, stdout } = spawnSync('shellcheck', [path], { cwd: root, encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, '']);
});

withShellcheck('the scripts of the template for GitLab have no fault that ShellCheck knows', async () => {
  const template = await readFile(join(root, 'deploy/ci/gitlab/assay.gitlab-ci.yml'), 'utf8');
  const [job] = Object.values(parseAllDocuments(template)[1]!.toJS() as Record<string, Record<string, string[]>>);
  for (const script of [job!.script!, job!.after_script!]) {
    const { status, stdout } = spawnSync('shellcheck', ['--shell=sh', '-'], {
      input: script.join('\n'),
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, '']);
  }
});
