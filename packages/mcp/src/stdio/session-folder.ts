import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processTable } from './process-table.ts';

const PREFIX = 'assay-stdio-';
const REMOVAL = { recursive: true, force: true, maxRetries: 3 } as const;

/** A mark for one session: which process made it, and a word that nobody can guess. */
export const newMark = (): string => `${process.pid}-${randomUUID()}`;

/** Where a command runs when the operator names no place: a fresh folder, which goes with it. */
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
      // The next start sweeps it away.
    }
  }
}

/** The folders of this very process: a process of a restarted container may bear the number of the one before. */
const made = new Set<string>();

/** Ends the commands, and removes the folders, of runners that were killed here. */
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

/** In which space process numbers are given: in another one, that of a maker means nothing here. */
const spaceOf = (pid: number | 'self'): Promise<string | undefined> =>
  readlink(`/proc/${pid}/ns/pid`).catch(() => undefined);

/** NaN for what is no mark of ours. */
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
