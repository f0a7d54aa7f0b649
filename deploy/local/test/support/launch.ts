import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@assay/postgres/free-port';

/** A started process, and its output so far. */
export interface LaunchedProcess {
  pid: number;
  stdout: string[];
  stderr: string[];
  /** Its exit code, or the signal that ended it. */
  exited: Promise<number | string>;
  /** Resolves with the rest of the line that starts with `text`; rejects when the process ends first. */
  said(text: string): Promise<string>;
  kill(signal: NodeJS.Signals): Promise<number | string>;
}

/** The lines of the log that say why a process ended. */
const LAST_LINES = 3;

const main = (name: string, file = 'main.ts') => join(import.meta.dirname, name, 'src', file);

/** Runs a script in Node, with no variable of our environment except the path and Node's compile cache. */
export function launchProcess(script: string, env: Record<string, string>, args: string[] = []): LaunchedProcess {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  });
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const lines = createInterface(child.stdout).on('line', (line) => stdout.push(line));
  createInterface(child.stderr).on('line', (line) => stderr.push(line));
  const exited = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  return {
    pid: child.pid!,
    stdout,
    stderr,
    exited,
    async said(text) {
      const ended = exited.then((code) => {
        throw new Error(`${script} ended with ${code}: ${[...stdout.slice(-LAST_LINES), ...stderr].join('\n')}`);
      });
      ended.catch(() => undefined);
      for (;;) {
        const line = stdout.find((each) => each.includes(text));
        if (line !== undefined) return line.slice(line.indexOf(text) + text.length).trim();
        await Promise.race([once(lines, 'line'), ended]);
      }
    },
    async kill(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

/** The launcher, as `npm start` runs it, on a free port. */
export const launchAssay = async (dataDir: string, env: Record<string, string> = {}): Promise<LaunchedProcess> =>
  launchProcess(main('../..', 'main.js'), {
    ASSAY_DATA_DIR: dataDir,
    ASSAY_PORT: String(await freePort()),
    RATE_LIMIT_PER_MINUTE: '0',
    ...env,
  });

/** A runner as a process of its own. */
export const launchRunner = (env: Record<string, string>): LaunchedProcess =>
  launchProcess(main('../../../../services/runner'), env);
