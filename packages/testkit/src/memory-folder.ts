import { readFile, statfs } from 'node:fs/promises';

const SHARED_MEMORY = '/dev/shm';
/** The most that a whole test run needs, with its processes, in bytes: its files alone take about a tenth. */
const MIN_FREE = 8 * 2 ** 30;

/**
 * The folder of Linux whose files are in memory, when it may hold programs and this machine, or our container, has
 * memory to spare; undefined otherwise. Containers have a small one by default.
 */
export async function memoryFolder(): Promise<string | undefined> {
  try {
    const mount = (await readFile('/proc/mounts', 'utf8'))
      .split('\n')
      .find((line) => line.split(' ')[1] === SHARED_MEMORY);
    const [, , type, options] = mount?.split(' ') ?? [];
    const { bavail, bsize } = await statfs(SHARED_MEMORY);
    const free = Math.min(bavail * bsize, process.availableMemory());
    return type === 'tmpfs' && !options!.split(',').includes('noexec') && free >= MIN_FREE ? SHARED_MEMORY : undefined;
  } catch {
    // Another operating system.
    return undefined;
  }
}
