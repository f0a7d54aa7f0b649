import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '../step.ts';
import { refuseVersion } from './prepare-release.ts';
import { setVersion, versionNumbers } from './release-numbers.ts';

const UNRELEASED = '# Changelog\n\n## Unreleased\n\n- new\n';

/** A repository of the files with numbers, at version 1.1.0 and with something unreleased. */
let root: string;
const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' });
const write = (text: string) => writeFile(join(root, 'CHANGELOG.md'), text);
const commit = () => {
  git('add', '.');
  git('-c', 'user.name=test', '-c', 'user.email=test@example.test', 'commit', '-q', '-m', 'State');
};
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-release-'));
  for (const file of Object.keys(await versionNumbers(repositoryRoot)))
    await cp(join(repositoryRoot, file), join(root, file));
  await write(UNRELEASED);
  await setVersion(root, '1.1.0', '2027-01-02');
  await write(UNRELEASED);
  git('init', '-q');
  commit();
});
afterEach(() => rm(root, { recursive: true }));

test('a later version is prepared from a committed state with something unreleased', async () => {
  await expect(refuseVersion(root, '1.2.0')).resolves.toBeUndefined();
});

test.each([
  ['is no version', '01.2.0', 'is not a version such as', undefined],
  ['has too few numbers', '1.2', 'is not a version such as', undefined],
  ['is the present one', '1.1.0', 'The repository has version 1.1.0; name a later one.', undefined],
  ['has a folder', '1.2.0', 'is there already', () => mkdir(join(root, 'deploy/releases/1.2.0'), { recursive: true })],
  ['has nothing unreleased', '1.2.0', 'nothing under "## Unreleased"', () => write('# Changelog\n\n## Unreleased\n')],
  ['has changes that are not committed', '1.2.0', 'Commit or drop', () => writeFile(join(root, 'notes'), '')],
])('a release that %s is refused before any work', async (_, version, words, change) => {
  await change?.();
  const before = git('status', '--porcelain');
  await expect(refuseVersion(root, version)).rejects.toThrow(words);
  expect(git('status', '--porcelain')).toBe(before);
});
