import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../src/run.ts';
import type { CommandEnv } from '../../src/command-host.ts';

/** The end of a command. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** The surroundings of a command in a test; output is no terminal unless `isPerson`. */
export interface Surroundings {
  env?: CommandEnv;
  folder?: string;
  stdin?: string;
  /** The answer to every question. */
  answer?: string;
  isPerson?: boolean;
  columns?: number;
  interrupted?: AbortSignal;
}

/** Runs a command line in this process. */
export async function runInProcess(args: readonly string[], around: Surroundings = {}): Promise<Ended> {
  const { folder = process.cwd(), stdin = '', isPerson = false, columns } = around;
  // The login of the person who runs the tests is not read.
  const env = { XDG_CONFIG_HOME: join(tmpdir(), 'assay-nobody'), ...around.env };
  const ended: Ended = { code: -1, stdout: '', stderr: '' };
  ended.code = await runCommand(args, {
    terminal: {
      out: (text) => void (ended.stdout += typeof text === 'string' ? text : Buffer.from(text).toString('latin1')),
      err: (text) => void (ended.stderr += text),
      read: async () => stdin,
      async *lines() {
        yield* stdin.split('\n');
      },
      ask: async (question) => {
        ended.stderr += question;
        return around.answer ?? '';
      },
      isClosed: () => false,
      isInteractive: { out: isPerson, err: isPerson, in: isPerson },
      columns: isPerson ? (columns ?? 80) : undefined,
      colors: { out: false, err: false },
      isUnicode: true,
    },
    env,
    folder,
    interrupted: around.interrupted ?? new AbortController().signal,
  });
  return ended;
}
