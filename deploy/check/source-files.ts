import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './step.ts';

/**
 * The files of a repository that match the patterns of git, from its root, in order. A new file counts before it is added
 * to the index; a file that git ignores, or that is deleted, does not.
 */
export function sourceFiles(patterns: readonly string[] = [], root = repositoryRoot): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', '--', ...patterns],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 },
  );
  return listed
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .toSorted();
}
