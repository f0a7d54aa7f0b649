import { readdir, readFile } from 'node:fs/promises';

const LOOK_MS = 500;

interface Watched { maxBytes: number; onOver(): void }

const groups = new Map<number, Watched>();
let looking: NodeJS.Timeout | undefined;

/**
 * Tells when the processes of a group hold more memory than they may, looking twice a second, at all groups at once. Knows
 * Linux alone. Answers how to stop.
 */
export function watchMemory(group: number, watched: Watched): () => void {
  if (process.platform !== 'linux') return () => {};
  groups.set(group, watched);
  looking ??= setInterval(() => void look(), LOOK_MS).unref();
  return () => {
    groups.delete(group);
    if (groups.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  };
}

async function look(): Promise<void> {
  const held = new Map<number, number>();
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  await Promise.all(processes.map(async (pid) => {
    const group = groupOf(await read(`/proc/${pid}/stat`));
    if (groups.has(group)) held.set(group, (held.get(group) ?? 0) + residentBytes(await read(`/proc/${pid}/status`)));
  }));
  for (const [group, bytes] of held) {
    const watched = groups.get(group);
    if (watched && bytes > watched.maxBytes) watched.onOver();
  }
}

/** Nothing of a process that has ended in the meantime. */
const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** The third field after the name of the program, which may itself hold spaces and parentheses. */
const groupOf = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3)[2]);

const residentBytes = (status: string): number => Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
