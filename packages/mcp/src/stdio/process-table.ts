import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** The environment variable that marks a command and all processes that it starts, in any process group. */
export const SESSION_MARK_VARIABLE = 'ASSAY_STDIO_SESSION';

/** A running process. Zombies are left out, because they hold no resources. */
export interface ProcessEntry {
  pid: number;
  group: number;
  /** The session that it was started for, unless it hides its environment. */
  mark: string | undefined;
}

/**
 * The mark of each process of the last look, by its start time as well, because ids are used again. Only this thread gives
 * a mark to its processes, and waits until they have it.
 */
let marks = new Map<string, Promise<string | undefined>>();

/**
 * The visible processes of this machine, with the marks of processes that started after this one; `ofAll` reads all marks.
 * Linux only.
 */
export async function processTable({ ofAll = false } = {}): Promise<ProcessEntry[]> {
  const since = ofAll ? 0 : startOf(read('/proc/self/stat'));
  const known = ofAll ? undefined : marks;
  const seen: typeof marks = new Map();
  const found = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(async (pid): Promise<ProcessEntry[]> => {
      const stat = read(`/proc/${pid}/stat`);
      const [state, , group] = fieldsOf(stat);
      if (group === undefined || state === 'Z' || state === 'X') return [];
      const start = startOf(stat);
      if (start < since) return [{ pid: Number(pid), group: Number(group), mark: undefined }];
      const key = `${pid} ${start}`;
      const mark = known?.get(key) ?? markOf(pid);
      seen.set(key, mark);
      return [{ pid: Number(pid), group: Number(group), mark: await mark }];
    });
  if (!ofAll) marks = seen;
  return (await Promise.all(found)).flat();
}

const MARKED = new RegExp(`(?:^|\\0)${SESSION_MARK_VARIABLE}=([^\\0]*)`);

/** In a thread, because this file waits while the process changes its memory. */
const markOf = async (pid: string): Promise<string | undefined> =>
  MARKED.exec(await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''))?.[1];

/** Empty for a process that has ended meanwhile. The kernel answers at once, faster than a thread can be asked to wait. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * The fields of `/proc/<pid>/stat` after the program's name, which may itself contain spaces and parentheses: state,
 * parent, group and so on.
 */
const fieldsOf = (stat: string): string[] => (stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' '));

/** The start time of a process, in ticks since the boot. */
const startOf = (stat: string): number => Number(fieldsOf(stat)[19] ?? 0);

/** The resident memory of a process, in bytes. */
export const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1_024;
