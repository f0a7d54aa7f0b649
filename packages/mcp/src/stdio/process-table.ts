import { readdir, readFile } from 'node:fs/promises';

/** The variable that marks a command and all that it starts, whatever process groups they make for themselves. */
export const SESSION_MARK_VARIABLE = 'ASSAY_STDIO_SESSION';

/** A process that has not ended; one that has, and that nobody has asked about yet, holds nothing and is left out. */
export interface ProcessEntry {
  pid: number;
  group: number;
  /** Which session it was started for, unless it hides that. */
  mark: string | undefined;
}

/** The processes of this machine that can be seen from here, with the marks of those that started after this one. Linux alone knows. */
export async function processTable({ ofAll = false } = {}): Promise<ProcessEntry[]> {
  const since = ofAll ? 0 : startOf(await read('/proc/self/stat'));
  const found = (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .map(async (pid): Promise<ProcessEntry[]> => {
      const stat = await read(`/proc/${pid}/stat`);
      const [state, , group] = fieldsOf(stat);
      if (group === undefined || state === 'Z' || state === 'X') return [];
      return [
        {
          pid: Number(pid),
          group: Number(group),
          mark: startOf(stat) >= since ? MARKED.exec(await read(`/proc/${pid}/environ`))?.[1] : undefined,
        },
      ];
    });
  return (await Promise.all(found)).flat();
}

const MARKED = new RegExp(`(?:^|\\0)${SESSION_MARK_VARIABLE}=([^\\0]*)`);

/** Nothing of a process that has ended in the meantime, or that is somebody else's. */
const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** The fields after the name of the program, which may itself hold spaces and parentheses: state, parent, group and so on. */
const fieldsOf = (stat: string): string[] => (stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' '));

/** When it began, in ticks since the machine did. */
const startOf = (stat: string): number => Number(fieldsOf(stat)[19] ?? 0);

/** The resident memory of a process, in bytes. */
export const residentBytes = async (pid: number): Promise<number> =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(await read(`/proc/${pid}/status`))?.[1] ?? 0) * 1_024;
