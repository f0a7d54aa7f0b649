import { randomBytes } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file that only its owner may read, whole or not at all. When it resolves, text and name survive a power
 * failure.
 */
export async function replacePrivateFile(file: string, content: string | Uint8Array): Promise<void> {
  await withDraft(file, content, (draft) => rename(draft, file));
}

/** Like `replacePrivateFile`, but leaves an existing file as it is: of two that create it at once, one wins. */
export async function createPrivateFile(file: string, content: string): Promise<void> {
  await withDraft(file, content, (draft) =>
    link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    }),
  );
}

async function withDraft(
  file: string,
  content: string | Uint8Array,
  give: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeThrough(draft, content);
    await give(draft);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(file));
}

async function writeThrough(file: string, content: string | Uint8Array): Promise<void> {
  await using handle = await open(file, 'wx', 0o600);
  await handle.writeFile(content);
  await handle.sync();
}

/** A name is durable when its folder is; Windows cannot open folders and needs no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}
