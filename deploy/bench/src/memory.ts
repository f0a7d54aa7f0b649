import { readFile, writeFile } from 'node:fs/promises';

const MB = 1024 * 1024;

/** The current memory of a process, in MB. */
export const residentMb = (pid: number): Promise<number> => read(pid, 'VmRSS');

/** The peak memory of a process while `work` ran, in MB. */
export async function peakMb(pid: number, work: () => Promise<unknown>): Promise<number> {
  // Writing 5 resets the high-water mark: proc_pid_clear_refs(5).
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  await work();
  return read(pid, 'VmHWM');
}

async function read(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)![1]) * 1024) / MB;
}
