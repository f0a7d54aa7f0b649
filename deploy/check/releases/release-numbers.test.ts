import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '../step.ts';
import { isBefore, newestRelease } from './release-folder.ts';
import { cutChangelog, setVersion, versionNumbers } from './release-numbers.ts';

test('every number of the repository is the same version', async () => {
  const numbers = await versionNumbers(repositoryRoot);
  const [version] = numbers['package.json']!;
  expect(Object.entries(numbers).filter(([, found]) => found.length === 0)).toEqual([]);
  expect(new Set(Object.values(numbers).flat())).toEqual(new Set([version]));
  // Of the root twice, and of each workspace.
  expect(numbers['package-lock.json']!.length).toBe(Object.keys(numbers).length - 2);
});

test('a prepared version stands in every file, and what was unreleased is its part', async () => {
  const root = await mkdtemp(join(tmpdir(), 'assay-numbers-'));
  try {
    const files = Object.keys(await versionNumbers(repositoryRoot));
    for (const file of files) await cp(join(repositoryRoot, file), join(root, file));
    // Right after a release there is nothing unreleased in the repository's own.
    await writeFile(join(root, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- new\n');
    await setVersion(root, '7.8.9', '2027-01-02');
    expect(new Set(Object.values(await versionNumbers(root)).flat())).toEqual(new Set(['7.8.9']));
    const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string }>;
    };
    expect(lock.packages['node_modules/express']!.version).not.toBe('7.8.9');
    expect(await readFile(join(root, 'CHANGELOG.md'), 'utf8')).toContain('## Unreleased\n\n## 7.8.9 - 2027-01-02\n');
    await expect(setVersion(root, '7.9.0', '2027-01-03')).rejects.toThrow('nothing under');
  } finally {
    await rm(root, { recursive: true });
  }
});

test('a changelog keeps its older versions below the new one', () => {
  const text = '# Changelog\n\n## Unreleased\n\n- new\n\n## 1.0.0 - 2027-01-01\n\n- old\n';
  expect(cutChangelog(text, '1.1.0', '2027-02-01')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 1.1.0 - 2027-02-01\n\n- new\n\n## 1.0.0 - 2027-01-01\n\n- old\n',
  );
});

test.each([
  ['0.2.0', '0.10.0', true],
  ['0.10.0', '0.2.0', false],
  ['1.0.0', '1.0.0', false],
  ['0.9.9', '1.0.0', true],
])('%s before %s: %s', (one, other, before) => {
  expect(isBefore(one, other)).toBe(before);
});

test.each(['00.3.0', '0.03.0', '0.3.00', 'v0.3.0', '0.3', '0.3.0-rc.1', ''])('%j is no version', (text) => {
  expect(() => isBefore('0.2.0', text)).toThrow('is not a version such as 0.2.0.');
});

test('a repository without a release has no newest one', async () => {
  expect(await newestRelease(join(repositoryRoot, 'deploy/no-releases'))).toBeUndefined();
});
