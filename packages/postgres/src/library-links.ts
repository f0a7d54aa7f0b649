import { readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** A link of a platform package, with both paths relative to its folder. */
interface LibraryLink {
  /** The file that the link names. */
  source: string;
  target: string;
}

/**
 * Makes the links between the libraries of a platform package in `root`. A package of npm holds no links: its install
 * script makes them, and npm runs it only where install scripts are allowed.
 *
 * @returns whether all links are there; false when this process may not write in the folder.
 */
export async function makeLibraryLinks(root: string): Promise<boolean> {
  const made = await Promise.all((await linksOf(root)).map((link) => makeLink(root, link)));
  return !made.includes(false);
}

async function linksOf(root: string): Promise<LibraryLink[]> {
  try {
    return JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8')) as LibraryLink[];
  } catch (error) {
    // The libraries of Windows have no links.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function makeLink(root: string, { source, target }: LibraryLink): Promise<boolean> {
  try {
    await symlink(relative(dirname(target), source), join(root, target));
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return true;
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
    throw error;
  }
}
