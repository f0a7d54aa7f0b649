import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Closers } from '@assay/local/closers';

export interface StartedProcess {
  pid: number;
  /** The address behind `ready`. */
  url: string;
  /** From the spawn to the line, in milliseconds. */
  readyMs: number;
  stop(): Promise<void>;
}

const STOP_MS = 15_000;
export const repositoryRoot = join(import.meta.dirname, '../../..');

/** Runs Node in the repository's root with these arguments; resolves when it prints a line `ready <url>`. */
export async function startProcess(scope: Closers, args: string[], env: NodeJS.ProcessEnv): Promise<StartedProcess> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    child.kill();
    await exited;
    clearTimeout(force);
  };
  scope.add({ stop });
  const url = await Promise.race([
    new Promise<string>((resolve) => {
      createInterface(child.stdout).on('line', (line) => {
        const ready = /^ready (\S+)/.exec(line);
        if (ready) resolve(ready[1]!);
      });
    }),
    exited.then(([code]) => {
      throw new Error(`node ${args.join(' ')} ended with ${code} before it was ready.`);
    }),
  ]);
  return {
    pid: child.pid!,
    url,
    readyMs: performance.now() - startedAt,
    stop,
  };
}
