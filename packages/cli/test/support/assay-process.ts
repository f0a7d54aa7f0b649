import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { waitUntil } from '@assay/testkit/until';
import type { Ended } from './command.ts';

const main = join(import.meta.dirname, '../../src/main.ts');

interface ProcessOptions {
  folder: string;
  env?: Record<string, string>;
  /** The program that starts Node, such as one that changes the user, with its arguments. */
  prefix?: readonly string[];
}

/** A command line as a process of its own. */
export interface AssayProcess {
  pid: number;
  ended: Promise<Ended & { signal: NodeJS.Signals | null }>;
  /** Resolves when standard error has the text. */
  said(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts a command line as a process of its own, with nothing of our environment but the path and Node's compile cache. */
export function startAssayProcess(
  args: readonly string[],
  { folder, env = {}, prefix = [] }: ProcessOptions,
): AssayProcess {
  const [program, ...words] = [...prefix, process.execPath, main, ...args];
  const child = spawn(program!, words, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  });
  let told = '';
  child.stderr.on('data', (piece: Buffer) => (told += String(piece)));
  const out = text(child.stdout);
  const ended = once(child, 'close').then(async ([code, signal]) => ({
    code: code as number,
    signal: signal as NodeJS.Signals | null,
    stdout: await out,
    stderr: told,
  }));
  return {
    pid: child.pid!,
    ended,
    said: async (wanted) => {
      await waitUntil(() => told.includes(wanted), 60_000);
    },
    kill: (signal) => void child.kill(signal),
  };
}
