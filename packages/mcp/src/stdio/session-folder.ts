import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
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

  private constructor(path: string) {
    this.path = path;
  }

  static async make(mark: string): Promise<SessionFolder> {
    const path = join(tmpdir(), `${PREFIX}${mark}`);
    await mkdir(path, { mode: 0o700 });
    made.add(mark);
    return new SessionFolder(path);
  }

  async remove(): Promise<void> {
    await rm(this.path, REMOVAL).catch(() => {});
  }

  removeNow(): void {
    try {
      rmSync(this.path, REMOVAL);
    } catch {
      // The next start sweeps it away.
    }
  }
}

/** What this very process has made: a process of a restarted container may bear the number of the one before. */
const made = new Set<string>();

/** Ends the commands, and removes the folders, of runners that were killed here. */
export async function sweepAbandoned(): Promise<void> {
  const isAbandoned = (mark: string) => !made.has(mark) && (isOurs(mark) || !isAlive(makerOf(mark)));
  const table = process.platform === 'linux' ? await processTable({ ofAll: true }) : [];
  for (const { pid, mark } of table) if (mark !== undefined && !isOurs(mark) && isAbandoned(mark)) process.kill(pid, 'SIGKILL');
  const folders = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX) && isAbandoned(name.slice(PREFIX.length)));
  await Promise.all(folders.map((name) => rm(join(tmpdir(), name), REMOVAL)));
}

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
