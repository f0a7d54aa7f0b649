import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { entryProblem, pathChecker, type BundleFile } from '@assay/plugin-bundle/bundle-files';
import { bundleLimits } from '@assay/plugin-bundle/bundle-limits';
import { isSystemFile } from '@assay/plugin-bundle/entry-path';
import { UsageError } from '../../command-failure.ts';

/** Folders that belong to the tools of an author. */
const LEFT_OUT = new Set(['.git', 'node_modules']);

/**
 * The files of a folder, by the rules for the entries of a zip. Links are refused and not followed: their targets may be
 * outside of the folder.
 */
export async function readFolder(folder: string): Promise<BundleFile[]> {
  const files: BundleFile[] = [];
  const checkPath = pathChecker(bundleLimits);
  let total = 0;
  const visit = async (path: string): Promise<void> => {
    for (const name of (await readdir(join(folder, path))).toSorted()) {
      const inside = path === '' ? name : `${path}/${name}`;
      if (LEFT_OUT.has(name) || isSystemFile(inside)) continue;
      const found = await lstat(join(folder, inside));
      const entry = inside.normalize('NFC');
      if (!found.isFile() && !found.isDirectory())
        throw entryProblem(entry, 'is a link, a device or another special file');
      checkPath(entry, found.isDirectory());
      if (found.isDirectory()) {
        await visit(inside);
        continue;
      }
      total += found.size;
      if (found.size > bundleLimits.fileBytes)
        throw entryProblem(entry, `is larger than ${bundleLimits.fileBytes} bytes`);
      if (total > bundleLimits.totalBytes)
        throw new UsageError(`${folder} has more than ${bundleLimits.totalBytes} bytes of files`);
      if (files.length === bundleLimits.entries)
        throw new UsageError(`${folder} has more than ${bundleLimits.entries} files`);
      files.push({ path: entry, bytes: await readFile(join(folder, inside)) });
    }
  };
  await visit('');
  return files;
}
