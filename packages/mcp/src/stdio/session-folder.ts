import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processTable } from './process-table.ts';

const PREFIX = 'assay-stdio-';
const REMOVAL = { recursive: true, force: true, maxRetries: 3 } as const;

/** A mark for one session: the id of this process and an unguessable UUID. */
export const newMark = (): string => `${process.pid}-${randomUUID()}`;

/** The working folder of a command when the operator names none: a new folder that is deleted with the command. */
export class SessionFolder {
  readonly path: string;
  readonly #mark: string;

  private constructor(path: string, mark: string) {
    this.path = path;
    this.#mark = mark;
  }

  static async make(mark: string): Promise<SessionFolder> {
    const path = join(tmpdir(), `${PREFIX}${mark}`);
    made.add(mark);
    await mkdir(path, { mode: 0o700 });
    return new SessionFolder(path, mark);
  }

  async remove(): Promise<void> {
    await rm(this.path, REMOVAL).catch(() => {});
    made.delete(this.#mark);
  }

  removeNow(): void {
    try {
      rmSync(this.path, REMOVAL);
    } catch {
      // Removed at the next start.
    }
  }
}

/** The folders of this process: after a restart of a container another process may have the same id. */
const made = new Set<string>();

/** Ends the commands and removes the folders of killed runners on this machine. */
export async function removeAbandonedSessions(): Promise<void> {
  const isAbandoned = (mark: string) => !made.has(mark) && (isOurs(mark) || !isAlive(makerOf(mark)));
  const table = process.platform === 'linux' ? await processTable({ ofAll: true }) : [];
  const left = table.filter(({ mark }) => mark !== undefined && !isOurs(mark) && isAbandoned(mark));
  await Promise.all(
    left.map(async ({ pid }) => {
      if ((await spaceOf(pid)) === (await spaceOf('self'))) process.kill(pid, 'SIGKILL');
    }),
  );
  const folders = (await readdir(tmpdir())).filter(
    (name) => name.startsWith(PREFIX) && isAbandoned(name.slice(PREFIX.length)),
  );
  await Promise.all(folders.map((name) => rm(join(tmpdir(), name), REMOVAL)));
}

/** The PID namespace of a process: ids of another namespace cannot be compared. */
const spaceOf = (pid: number | 'self'): Promise<string | undefined> =>
  readlink(`/proc/${pid}/ns/pid`).catch(() => undefined);

/** The process id in a mark; NaN when it is not a mark of ours. */
const makerOf = (mark: string): number => Number(/^(\d+)-[\da-f-]{36}$/.exec(mark)?.[1]);
const isOurs = (mark: string): boolean => makerOf(mark) === process.pid;

function isAlive(pid: number): boolean {
  if (Number.isNaN(pid)) return true;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
