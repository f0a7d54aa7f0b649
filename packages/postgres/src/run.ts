import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { SystemAccount } from './account.ts';

export type PostgresProgram = ChildProcessByStdio<null, null, Readable>;

/**
 * Starts a Postgres program in a session of its own, so that Ctrl-C in the terminal reaches only us. The program gets
 * an empty environment, and its own folder as working directory, because the account may not be allowed into ours.
 */
export const spawnProgram = (path: string, args: string[], account: SystemAccount | undefined): PostgresProgram =>
  spawn(path, args, {
    ...account,
    detached: true,
    cwd: dirname(path),
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { LC_ALL: 'C', PATH: process.env.PATH },
  });

/** Runs a program until it ends; the error of a failure holds the program's output. */
export async function runToEnd(path: string, args: string[], account: SystemAccount | undefined): Promise<void> {
  const program = spawnProgram(path, args, account);
  const lines: string[] = [];
  createInterface(program.stderr).on('line', (line) => lines.push(line));
  const [code] = (await once(program, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${path} failed: ${lines.join('\n')}`);
}
