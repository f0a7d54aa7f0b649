import { randomBytes } from 'node:crypto';
import { chmod, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { UsageError } from '../command-failure.ts';

/**
 * Replaces a file as a whole: a reader, and a second writer at the same moment, see the old text or the new one. Throws
 * UsageError when the folder cannot be written.
 */
export async function replaceFile(path: string, text: string, { mode }: { mode?: number } = {}): Promise<void> {
  const beside = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    const kept = mode ?? (await stat(path).catch(() => undefined))?.mode ?? 0o644;
    const file = await open(beside, 'wx', kept & 0o777);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    // The mask of the process may have removed rights that the file had.
    await chmod(beside, kept & 0o777);
    await renameAgain(beside, path);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw unwritable(path, error);
  }
}

/** How often Windows may refuse to replace a file that another process has open for a moment. */
const ATTEMPTS = 5;

async function renameAgain(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(from, to);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (attempt === ATTEMPTS || (code !== 'EPERM' && code !== 'EBUSY')) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * 20));
    }
  }
}

/** The failure to write a file, in words. */
export function unwritable(path: string, error: unknown): UsageError {
  const { code, message } = error as NodeJS.ErrnoException;
  const why =
    { EROFS: 'the file system is read-only', EACCES: 'no right to write there', ENOSPC: 'the disk is full' }[
      code ?? ''
    ] ??
    code ??
    message;
  return new UsageError(`${path} cannot be written: ${why}.`);
}

/** The text of a file; undefined when there is none. Throws UsageError for one that cannot be read. */
export async function readTextIfAny(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError(`${path} cannot be read (${code ?? message}).`);
  }
}
