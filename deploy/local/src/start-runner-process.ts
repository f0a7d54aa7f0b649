import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Env } from '@assay/kit/env';
import type { RunningRunner } from './running-runner.ts';

/** What Node.js itself reads while it starts. */
const BARE = ['PATH', 'HOME', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'SystemRoot'];
const bare = (): Env => Object.fromEntries(BARE.map((name) => [name, process.env[name]]));

/**
 * Starts a runner in a process of its own, as one needs that may start commands. It is told what it must know through a
 * channel: its environment could be read by every command that it starts.
 */
export function startRunnerProcess(env: Env, level: string): RunningRunner {
  const child = fork(join(import.meta.dirname, 'runner-process.ts'), {
    // Ctrl-C in a terminal is for us, who stop it when its time has come.
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
