import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Account } from './account.ts';

export type PostgresProgram = ChildProcessByStdio<null, null, Readable>;

/**
 * Starts one of Postgres' programs in a session of its own, so that Ctrl-C in the terminal reaches us alone. It sees
 * nothing of our environment, and works in the folder it lies in, because ours may be closed to its account.
 */
export const spawnProgram = (path: string, args: string[], account: Account | undefined): PostgresProgram =>
  spawn(path, args, {
    ...account,
    detached: true,
    cwd: dirname(path),
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { LC_ALL: 'C', PATH: process.env.PATH },
  });

/** Runs a program and waits for it; a failure carries what the program said. */
export async function runToEnd(path: string, args: string[], account: Account | undefined): Promise<void> {
  const program = spawnProgram(path, args, account);
  const lines: string[] = [];
  createInterface(program.stderr).on('line', (line) => lines.push(line));
  const [code] = (await once(program, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${path} failed: ${lines.join('\n')}`);
}
