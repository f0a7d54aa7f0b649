import { hash } from 'node:crypto';
import { invalid, type Problem } from '@assay/contract/problem';
import type { BundleLimits } from './bundle-limits.ts';
import { entryPathFault, foldedPath } from './entry-path.ts';

/** A file of a plugin or a skill: its path in the bundle, in normal form NFC, and its bytes. */
export interface BundleFile {
  path: string;
  bytes: Uint8Array;
}

/** The VALIDATION_ERROR for one entry of a bundle; the message continues "The entry … ". */
export const entryProblem = (entry: string, message: string): Problem =>
  invalid(`The entry ${JSON.stringify(entry)} ${message}.`, { entry });

/** Checks one path after the other, each against the rules of paths and the paths before it. */
export function pathChecker(limits: BundleLimits): (path: string, isFolder: boolean) => void {
  /** Folded path → whether it is a folder, and its spelling. */
  const known = new Map<string, { path: string; isFolder: boolean }>();
  return (path, isFolder) => {
    const fault = entryPathFault(path, limits);
    if (fault) throw entryProblem(path, fault);
    const segments = path.split('/');
    segments.forEach((_segment, index) => {
      const isParent = index < segments.length - 1;
      const part = segments.slice(0, index + 1).join('/');
      const other = known.get(foldedPath(part));
      if (other === undefined) known.set(foldedPath(part), { path: part, isFolder: isParent || isFolder });
      else if (other.path !== part)
        throw entryProblem(path, `has the same path as ${JSON.stringify(other.path)} but for case or Unicode form`);
      else if (isParent && !other.isFolder)
        throw entryProblem(path, `is inside of ${JSON.stringify(part)}, which is a file`);
      else if (!isParent && !(isFolder && other.isFolder)) throw entryProblem(path, 'appears twice');
    });
  };
}

const byPath = (a: BundleFile, b: BundleFile): number => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path));

/**
 * The content hash of files, independent of the packing: SHA-256 of what `sha256sum` prints for the files in the order of
 * their paths' bytes. `find . -type f | sed 's|^\./||' | LC_ALL=C sort | xargs -d '\n' sha256sum | sha256sum` prints
 * it, too.
 */
export function bundleHash(files: readonly BundleFile[]): string {
  const lines = [...files].sort(byPath).map(({ path, bytes }) => `${hash('sha256', bytes)}  ${path}\n`);
  return hash('sha256', lines.join(''));
}

/** The files of one folder, with paths relative to it. The empty folder is the whole bundle. */
export const filesUnder = (files: readonly BundleFile[], folder: string): BundleFile[] =>
  folder === ''
    ? [...files]
    : files.flatMap(({ path, bytes }) =>
        path.startsWith(`${folder}/`) ? [{ path: path.slice(folder.length + 1), bytes }] : [],
      );

/** The only folder at the root when there is nothing beside it, as when a folder was packed and not its content. */
export function wrapperOf(files: readonly BundleFile[]): string {
  const [first] = files;
  const folder = first?.path.includes('/') ? first.path.slice(0, first.path.indexOf('/')) : '';
  return folder !== '' && files.every(({ path }) => path.startsWith(`${folder}/`)) ? folder : '';
}

/** The text of a file; undefined when it is not UTF-8. A byte order mark is dropped. */
export function textOf({ bytes }: BundleFile): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
