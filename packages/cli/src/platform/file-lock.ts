import { open, readFile, rm, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { unwritable } from './replace-file.ts';

/** A lock of a process that was killed is ignored after this time, in milliseconds: it exceeds the longest work under it. */
const STALE_MS = 60_000;
const POLL_MS = 25;

/** Does work while no other process does work under the same lock file. Throws UsageError when its folder cannot be written. */
export async function withLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  while (!(await taken(path))) {
    if (await isStale(path)) await rm(path, { force: true });
    else await pause(POLL_MS);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function taken(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    // On Windows a lock that is being removed refuses with EPERM.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || (code === 'EPERM' && process.platform === 'win32')) return false;
    throw unwritable(path, error);
  }
}

/** Whether the process that holds the lock has ended without removing it. */
async function isStale(path: string): Promise<boolean> {
  const [text, facts] = await Promise.all([
    readFile(path, 'utf8').catch(() => undefined),
    stat(path).catch(() => undefined),
  ]);
  if (text === undefined || facts === undefined) return false;
  if (Date.now() - facts.mtimeMs > STALE_MS) return true;
  const pid = Number(text);
  return text !== '' && pid !== process.pid && !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
