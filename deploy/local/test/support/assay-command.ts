import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runCommand } from '@assay/cli/run';
import { waitUntil } from '@assay/testkit/until';

/** The program of the command line. */
export const commandLine = join(import.meta.dirname, '../../../../packages/cli/src/main.ts');

/** The end of a command. */
export interface CommandEnd {
  code: number;
  stdout: string;
  stderr: string;
}

/** A command that runs in this process, as a person calls it on a terminal. */
export interface RunningCommand {
  ended: Promise<CommandEnd>;
  /** The match of standard error with the pattern, once there is one. */
  says(pattern: RegExp): Promise<RegExpMatchArray>;
  interrupt(): void;
}

/** A machine of a person: a folder, and settings of its own. */
export class Machine {
  readonly folder: string;
  readonly env: Record<string, string | undefined>;

  static async set(env: Record<string, string> = {}): Promise<Machine> {
    return new Machine(await mkdtemp(join(tmpdir(), 'assay-machine-')), env);
  }

  private constructor(folder: string, env: Record<string, string>) {
    this.folder = folder;
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    this.env = { PATH, NODE_COMPILE_CACHE, HOME: folder, XDG_CONFIG_HOME: join(folder, '.config'), ...env };
  }

  /** Starts a command on a terminal. */
  begin(args: readonly string[], { answer = '' } = {}): RunningCommand {
    const interruption = new AbortController();
    let [stdout, stderr] = ['', ''];
    const code = runCommand(args, {
      terminal: {
        out: (written) => void (stdout += written),
        err: (written) => void (stderr += written),
        read: async () => '',
        async *lines() {},
        ask: async (question) => {
          stderr += question;
          return answer;
        },
        isClosed: () => false,
        isInteractive: { out: true, err: true, in: true },
        columns: 80,
        colors: { out: false, err: false },
        isUnicode: true,
      },
      env: this.env,
      folder: this.folder,
      interrupted: interruption.signal,
    });
    return {
      ended: code.then((exit) => ({ code: exit, stdout, stderr })),
      says: (pattern) => waitUntil(() => pattern.exec(stderr) ?? undefined, 30_000),
      interrupt: () => interruption.abort(),
    };
  }

  /** Runs a command on a terminal to its end. */
  type(...args: string[]): Promise<CommandEnd> {
    return this.begin(args).ended;
  }

  /** Runs a command as a process of its own, into pipes. */
  async pipe(args: readonly string[], { stdin = '' } = {}): Promise<CommandEnd> {
    const child = spawn(process.execPath, [commandLine, ...args], { cwd: this.folder, env: this.env });
    child.stdin.end(stdin);
    const [[code], stdout, stderr] = await Promise.all([
      once(child, 'close') as Promise<[number]>,
      text(child.stdout),
      text(child.stderr),
    ]);
    return { code, stdout, stderr };
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}
