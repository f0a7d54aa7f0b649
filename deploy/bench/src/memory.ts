import { readFile, writeFile } from 'node:fs/promises';

const MB = 1024 * 1024;

/** The memory that a process holds now, in MB. */
export const residentMb = (pid: number): Promise<number> => read(pid, 'VmRSS');

/** How far the memory of a process rose above its level before `work` while that ran, in MB. */
export async function peakMb(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = await residentMb(pid);
  // 5 resets the high-water mark: proc_pid_clear_refs(5).
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  await work();
  return await read(pid, 'VmHWM') - before;
}

async function read(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)![1]) * 1024 / MB;
}
