import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface RunningProcess {
  /** The start time as the system prints it. Together with the id it identifies a process, because ids are reused. */
  started: string;
  commandLine: string;
}

/** The process that has this id; undefined when there is none. */
export async function findProcess(pid: number): Promise<RunningProcess | undefined> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

async function fromProc(pid: number): Promise<RunningProcess | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    // The second field is the program's name in parentheses and may hold spaces; state is field 3, start time field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return undefined;
    return { started: fields[19] ?? '', commandLine: commandLine.replaceAll('\0', ' ') };
  } catch {
    return undefined;
  }
}

async function fromPs(pid: number): Promise<RunningProcess | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'lstart=', '-o', 'args=', '-p', String(pid)], {
      env: { LC_ALL: 'C' },
    });
    // lstart is always 24 characters in the C locale: Fri Nov 21 07:53:00 2025
    return { started: stdout.slice(0, 24), commandLine: stdout.slice(24).trim() };
  } catch {
    return undefined;
  }
}
