import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { backOffMs, pause, type BackOff } from '@assay/kit/concurrency/back-off';
import type { Env } from '@assay/kit/env';
import type { Logger } from '@assay/kit/log';
import { OutageLog } from '@assay/kit/outage-log';
import type { RunningRunner } from './runner-on-demand.ts';

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

/** The pauses before a runner that ended by itself is started again. */
const BACK_OFF: BackOff = { firstMs: 500, longestMs: 60_000 };
/** A runner that lasts for this long has recovered, in milliseconds. */
const STEADY_MS = 60_000;

/** The settings that a runner's process is sent. */
export interface RunnerProcessSettings {
  env: Env;
  /** The environment of its commands, in place of the variables that RUNNER_STDIO_ENV names. */
  commandEnv?: Record<string, string> | undefined;
}

/**
 * Starts a runner in a process of its own, as a runner that may start commands needs. The system may kill it for the
 * memory of its commands: the commands that it leaves are ended, and it is started again.
 */
export function startRunnerProcess(settings: RunnerProcessSettings, log: Logger): RunningRunner {
  const stopping = new AbortController();
  const { signal } = stopping;
  const outage = new OutageLog(log, {
    level: 'error',
    began: 'the runner ended by itself and is started again',
    over: 'the runner has been running again for a minute',
  });
  let child = forkRunner(settings, log.level);
  const supervise = async () => {
    for (let failures = 0; ;) {
      const steady = setTimeout(() => {
        failures = 0;
        outage.over();
      }, STEADY_MS);
      const end = await endOf(child);
      clearTimeout(steady);
      if (signal.aborted) return;
      failures += 1;
      outage.began(new Error(`The runner ended by itself (${end}).`));
      await endLeftCommands(log);
      await pause(backOffMs(failures, BACK_OFF), signal);
      if (signal.aborted) return;
      child = forkRunner(settings, log.level);
    }
  };
  const supervised = supervise();
  return {
    stop: async () => {
      stopping.abort();
      child.kill('SIGTERM');
      await supervised;
    },
  };
}

/** The runner gets its settings through a channel: every command that it starts could read its environment. */
function forkRunner(settings: RunnerProcessSettings, level: string): ChildProcess {
  const child = fork(new URL(`./runner-process${extname(import.meta.url)}`, import.meta.url), {
    // Ctrl-C in a terminal is handled by the launcher, which stops the runner in order.
    detached: true,
    execArgv: [],
    stdio: ['ignore', 2, 2, 'ipc'],
    env: { ...bare(), LOG_LEVEL: level },
  });
  // A process that ends meanwhile is seen by its end.
  child.send(settings, () => undefined);
  return child;
}

/** The exit code of a process, or what ended it. */
const endOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(String(code ?? signal)));
    child.once('error', ({ message }) => resolve(message));
  });

async function endLeftCommands(log: Logger): Promise<void> {
  try {
    const { removeAbandonedSessions } = await import('@assay/mcp/stdio/session-folder');
    await removeAbandonedSessions();
  } catch (error) {
    log.warn({ err: error }, 'commands of the ended runner could not be ended');
  }
}
