import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from '../target.ts';
import type { StdioRules } from './stdio-rules.ts';

export type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** How long a command may take to end by itself when its input has ended, then when it is told to, in milliseconds. */
const LEAVE_MS = 250;
const TERM_MS = 2_000;
const LOOK_MS = 50;

const alive = new Set<ProcessGroup>();
process.on('exit', () => { for (const group of alive) group.signal('SIGKILL'); });

/** A command and all that it starts, in a process group of their own. */
export class ProcessGroup {
  readonly child: Child;
  /** When the command itself has ended; what it started may still be there. */
  readonly exited: Promise<unknown>;
  readonly #folder: string | undefined;
  #left = false;
  #ending: Promise<void> | undefined;

  private constructor(child: Child, folder: string | undefined) {
    this.child = child;
    this.#folder = folder;
    this.exited = new Promise((resolve) => { child.once('exit', resolve); });
    void this.exited.then(() => { this.#left = true; });
    // What goes wrong with a process that runs, or with a pipe whose other end is gone, shows in its end.
    for (const each of [child, child.stdin, child.stdout, child.stderr]) each.on('error', () => {});
  }

  /** Starts it without a shell. Rejects with the system's error. */
  static async start(program: string, { args, env }: Command, rules: StdioRules): Promise<ProcessGroup> {
    const folder = rules.dir === undefined ? await mkdtemp(join(tmpdir(), 'assay-stdio-')) : undefined;
    const child = spawn(program, args, {
      cwd: folder ?? rules.dir, env: { ...rules.env, ...env }, stdio: 'pipe', shell: false, windowsHide: true,
      detached: process.platform !== 'win32',
    });
    const group = new ProcessGroup(child, folder);
    try {
      await once(child, 'spawn');
    } catch (error) {
      await group.#tidy();
      throw error;
    }
    alive.add(group);
    return group;
  }

  get pid(): number { return this.child.pid!; }

  /** Sends a signal to every process of the group; false when there is none. */
  signal(signal: NodeJS.Signals | 0): boolean {
    try {
      return process.platform === 'win32' ? this.child.kill(signal) : process.kill(-this.pid, signal);
    } catch {
      return false;
    }
  }

  /** Ends all of it: by closing its input, then by asking, then by force. Resolves when nothing is left. */
  end(): Promise<void> {
    return (this.#ending ??= this.#end());
  }

  async #end(): Promise<void> {
    this.child.stdin.end();
    if (!await this.#gone(LEAVE_MS)) {
      this.signal('SIGTERM');
      if (!await this.#gone(TERM_MS)) {
        this.signal('SIGKILL');
        await this.#gone(TERM_MS);
      }
    }
    alive.delete(this);
    for (const pipe of [this.child.stdin, this.child.stdout, this.child.stderr]) pipe.destroy();
    await this.#tidy();
  }

  /** Whether the whole group has ended within `ms`. */
  async #gone(ms: number): Promise<boolean> {
    for (const until = performance.now() + ms; this.signal(0);) {
      if (performance.now() > until) return false;
      await (this.#left ? delay(LOOK_MS) : Promise.race([this.exited, delay(LOOK_MS)]));
    }
    return true;
  }

  async #tidy(): Promise<void> {
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}
