import { readFile, writeFile } from 'node:fs/promises';
import { UsageError } from './command-failure.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

export async function readTextFile(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${error.code ?? error.message})`);
  });
  try {
    return utf8.decode(bytes);
  } catch {
    throw new UsageError(`${path} is not UTF-8`);
  }
}

export async function writeTextFile(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be written (${error.code ?? error.message})`);
  });
}
