import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Env } from '@assay/kit/env';
import type { RunningRunner } from './running-runner.ts';

/** Settings that Node.js itself reads while it starts. */
const BARE = [
  'PATH',
  'HOME',
  'TMPDIR',
  'NODE_EXTRA_CA_CERTS',
  'NODE_COMPILE_CACHE',
  'SystemRoot',
  // Of glibc, see `main.js`.
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'MALLOC_TRIM_THRESHOLD_',
];
const bare = (): Env => Object.fromEntries(BARE.map((name) => [name, process.env[name]]));

/**
 * Starts a runner in a process of its own, as a runner that may start commands needs. It gets its settings through a
 * channel: every command that it starts could read its environment.
 */
export function startRunnerProcess(env: Env, level: string): RunningRunner {
  const child = fork(join(import.meta.dirname, 'runner-process.ts'), {
    // Ctrl-C in a terminal is handled by the launcher, which stops the runner in order.
    detached: true,
    execArgv: [],
    stdio: ['ignore', 2, 2, 'ipc'],
    env: { ...bare(), LOG_LEVEL: level },
  });
  child.send(env);
  let isStopping = false;
  const exited = once(child, 'exit');
  const ended = exited.then(([code, signal]) => {
    if (isStopping) return new Promise<never>(() => undefined);
    throw new Error(`The runner ended by itself (${code ?? signal}).`);
  });
  ended.catch(() => undefined);
  return {
    ended,
    stop: async () => {
      isStopping = true;
      child.kill('SIGTERM');
      await exited;
    },
  };
}
