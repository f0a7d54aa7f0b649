import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Logger } from '@assay/kit/log';
import type { SystemAccount } from './account.ts';

export interface ProgramOptions {
  /** Whether committed data must survive a power failure; false is several times faster and meant for tests. */
  durable: boolean;
  log: Logger;
  /** Called when a program of Postgres has begun to run: the caller may do work of its own meanwhile. */
  onSpawn?: () => void;
}

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
export async function runToEnd(
  path: string,
  args: string[],
  account: SystemAccount | undefined,
  onSpawn?: () => void,
): Promise<void> {
  const program = spawnProgram(path, args, account);
  const lines: string[] = [];
  createInterface(program.stderr).on('line', (line) => lines.push(line));
  const closed = once(program, 'close') as Promise<[number | null]>;
  onSpawn?.();
  const [code] = await closed;
  if (code !== 0) throw new Error(`${path} failed: ${lines.join('\n')}`);
}
