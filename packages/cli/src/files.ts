import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CommandContext } from './command-context.ts';
import { UsageError } from './command-failure.ts';

const CAUSES: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'no right to',
  EROFS: 'it is read-only there',
  ENOSPC: 'the disk is full',
};

/** The cause of a failure with a file, in words. */
export const fileCause = ({ code, message }: NodeJS.ErrnoException): string => CAUSES[code ?? ''] ?? code ?? message;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a file, whose path counts from the folder of the command. Throws UsageError that names it as it was typed. */
export async function readTextFile(path: string, folder = process.cwd()): Promise<string> {
  const bytes = await readFile(resolve(folder, path)).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${fileCause(error)})`);
  });
  try {
    return utf8.decode(bytes);
  } catch {
    throw new UsageError(`${path} is not UTF-8`);
  }
}

/** Writes a file, whose path counts from the folder of the command. Throws UsageError that names it as it was typed. */
export async function writeTextFile(path: string, text: string | Uint8Array, folder = process.cwd()): Promise<void> {
  await writeFile(resolve(folder, path), text).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be written (${fileCause(error)})`);
  });
}

/** The name of standard output where a file is named. */
export const STANDARD_OUTPUT = '-';

/** Writes to the file that an option names, or to standard output. */
export async function writeOutput(
  { terminal, folder }: Pick<CommandContext, 'terminal' | 'folder'>,
  out: string,
  text: string | Uint8Array,
): Promise<void> {
  if (out === STANDARD_OUTPUT) terminal.out(text);
  else await writeTextFile(out, text, folder);
}
