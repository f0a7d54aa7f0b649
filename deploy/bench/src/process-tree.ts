import { readdir, readFile } from 'node:fs/promises';

/** Ticks of processor time per second in `/proc`, USER_HZ of Linux (proc_pid_stat(5)). */
const TICKS = 100;

/** Memory and processor time of a process and of all processes below it. */
export interface TreeUse {
  /** In MB; memory that several of the processes share counts once, also when it is shared with others, as Node is. */
  memoryMb: number;
  /** Processor time since the start of each, in milliseconds. */
  cpuMs: number;
}

/** The use of the process `root` and all processes below it. A process that ends meanwhile counts nothing. */
export async function treeUse(root: number): Promise<TreeUse> {
  const tree = await statsBelow(root);
  const memories = await Promise.all(tree.map(({ pid }) => readFile(`/proc/${pid}/smaps`, 'utf8').catch(() => '')));
  return { memoryMb: memoryOf(memories.map(parseMaps)), cpuMs: sum(tree.map(({ cpuMs }) => cpuMs)) };
}

/** The ids of the process `root` and all processes below it. */
export const processTree = async (root: number): Promise<Set<number>> =>
  new Set((await statsBelow(root)).map(({ pid }) => pid));

async function statsBelow(root: number): Promise<ProcessStat[]> {
  const stats = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(readStat));
  const processes = stats.filter((stat) => stat !== undefined);
  const members = new Set([root]);
  // A set visits what is added during its iteration.
  for (const parent of members)
    for (const { pid } of processes.filter((each) => each.parent === parent)) members.add(pid);
  return processes.filter(({ pid }) => members.has(pid));
}

interface ProcessStat {
  pid: number;
  parent: number;
  cpuMs: number;
}

async function readStat(name: string): Promise<ProcessStat | undefined> {
  const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined);
  return stat === undefined ? undefined : { pid: Number(name), ...parseStat(stat) };
}

/** Parent and processor time of a line of `/proc/<pid>/stat`, whose second field may hold spaces and parentheses. */
export function parseStat(stat: string): Omit<ProcessStat, 'pid'> {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), cpuMs: ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS };
}

/** The memory of a process, in KB. */
interface MappedMemory {
  /** Its own memory, and its proportional share of the memory that it shares with relatives. */
  ownKb: number;
  /** The parts of files that are in memory, by path. */
  filesKb: Map<string, number>;
}

/** Reads `/proc/<pid>/smaps`. Postgres' shared memory is a mapping of `/dev/zero`. */
export function parseMaps(smaps: string): MappedMemory {
  const memory: MappedMemory = { ownKb: 0, filesKb: new Map() };
  for (const mapping of smaps.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)) {
    const kb = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(mapping)?.[1] ?? 0);
    const path = /^\S+ \S+ \S+ \S+ \S+ +(\/(?!dev\/|SYSV).*)/.exec(mapping)?.[1];
    if (path === undefined) memory.ownKb += kb('Pss');
    else {
      memory.ownKb += kb('Anonymous');
      memory.filesKb.set(path, (memory.filesKb.get(path) ?? 0) + kb('Rss') - kb('Anonymous'));
    }
  }
  return memory;
}

/** The memory of several processes, in MB: of each file, as much as the process that has most of it in memory. */
export function memoryOf(memories: MappedMemory[]): number {
  const filesKb = new Map<string, number>();
  for (const [path, kb] of memories.flatMap((memory) => [...memory.filesKb]))
    filesKb.set(path, Math.max(kb, filesKb.get(path) ?? 0));
  return (sum(memories.map(({ ownKb }) => ownKb)) + sum([...filesKb.values()])) / 1_024;
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
