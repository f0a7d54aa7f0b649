import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerCommand } from '../target.ts';
import { withoutPath } from './loader-variables.ts';
import { SESSION_MARK_VARIABLE, processTable, type ProcessEntry } from './process-table.ts';
import { newMark, SessionFolder } from './session-folder.ts';
import { allowsEveryCommand } from './stdio-rules.ts';
import type { StdioRules } from '../target.ts';

/** The rules of commands that their start depends on. */
export type CommandRules = Pick<StdioRules, 'allowedCommands' | 'dir' | 'env'>;

export type PipedProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** How long a command may take to exit after its input was closed, and then after SIGTERM, in milliseconds. */
const LEAVE_MS = 250;
const TERM_MS = 2_000;
const LOOK_MS = 50;
const STEPS = [
  [undefined, LEAVE_MS],
  ['SIGTERM', TERM_MS],
  ['SIGKILL', TERM_MS],
] as const;

const alive = new Set<ProcessGroup>();
process.on('exit', () => {
  for (const group of alive) group.abandon();
});

/** Ends all commands of this process, and resolves when none of their processes is left. */
export const endAllCommands = async (): Promise<void> => {
  await Promise.all([...alive].map((group) => group.end()));
};

/** A command and all processes that it starts: its process group, and processes outside of it that carry its mark. */
export class ProcessGroup {
  readonly child: PipedProcess;
  /** Resolves when the command itself has exited; its child processes may still run. */
  readonly exited: Promise<unknown>;
  readonly #mark: string;
  readonly #folder: SessionFolder | undefined;
  #left = false;
  #ending: Promise<void> | undefined;

  private constructor(child: PipedProcess, mark: string, folder: SessionFolder | undefined) {
    this.child = child;
    this.#mark = mark;
    this.#folder = folder;
    this.exited = new Promise((resolve) => {
      child.once('exit', resolve);
    });
    void this.exited.then(() => {
      this.#left = true;
    });
    // Errors of a running process or of a closed pipe are seen in how the process ends.
    for (const each of [child, child.stdin, child.stdout, child.stderr]) each.on('error', () => {});
  }

  /** Starts the command without a shell. Rejects with the system's error. */
  static async start(program: string, { args, env: saved }: ServerCommand, rules: CommandRules): Promise<ProcessGroup> {
    const mark = newMark();
    const folder = rules.dir === undefined ? await SessionFolder.make(mark) : undefined;
    try {
      const env = {
        ...rules.env,
        ...(allowsEveryCommand(rules) ? saved : withoutPath(saved)),
        [SESSION_MARK_VARIABLE]: mark,
      };
      const child = spawn(program, args, {
        cwd: folder?.path ?? rules.dir,
        env,
        stdio: 'pipe',
        shell: false,
        windowsHide: true,
        detached: process.platform !== 'win32',
      });
      const group = new ProcessGroup(child, mark, folder);
      await once(child, 'spawn');
      alive.add(group);
      return group;
    } catch (error) {
      await folder?.remove();
      throw error;
    }
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Whether a process is the command or one that it started. */
  readonly owns = ({ group, mark }: ProcessEntry): boolean => group === this.pid || mark === this.#mark;

  /** Ends all processes: closes the input, then sends SIGTERM, then SIGKILL. Resolves when none is left. */
  end(): Promise<void> {
    return (this.#ending ??= this.#end());
  }

  /** Kills the processes at once, because this process exits. */
  abandon(): void {
    this.#signal('SIGKILL');
    this.#folder?.removeNow();
  }

  async #end(): Promise<void> {
    this.child.stdin.end();
    for (const [signal, ms] of STEPS) {
      if (signal) {
        this.#signal(signal);
        for (const { pid } of await this.#escaped()) kill(pid, signal);
      }
      if (await this.#gone(ms)) break;
    }
    alive.delete(this);
    for (const pipe of [this.child.stdin, this.child.stdout, this.child.stderr]) pipe.destroy();
    await this.#folder?.remove();
  }

  /** Signals every process of the group; false when there is none. */
  #signal(signal: NodeJS.Signals | 0): boolean {
    return process.platform === 'win32' ? this.child.kill(signal) : kill(-this.pid, signal);
  }

  /** Whether all processes have ended within `ms`. */
  async #gone(ms: number): Promise<boolean> {
    for (const until = performance.now() + ms; await this.#isThere();) {
      if (performance.now() > until) return false;
      await (this.#left ? delay(LOOK_MS) : Promise.race([this.exited, delay(LOOK_MS)]));
    }
    return true;
  }

  /** A group still accepts signals while its ended processes are zombies, so Linux reads the process table instead. */
  async #isThere(): Promise<boolean> {
    if (!this.#left) return true;
    if (process.platform !== 'linux') return this.#signal(0);
    return (await processTable()).some(this.owns);
  }

  /** Processes of the command outside of its process group. */
  async #escaped(): Promise<ProcessEntry[]> {
    if (process.platform !== 'linux') return [];
    return (await processTable()).filter((each) => each.group !== this.pid && this.owns(each));
  }
}

/** False when there is no such process. */
function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
