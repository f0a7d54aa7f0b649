import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = join(import.meta.dirname, '../../..');

/** The files and folders that the built files depend on. */
const SOURCES = [
  'services/console/index.html',
  'services/console/vite.config.ts',
  'services/console/package.json',
  'services/console/src',
  'services/console/public',
  'services/console/build',
  'packages/sdk/src',
  'packages/contract/src',
  'package-lock.json',
];

/** Where builds are kept: a folder each, named by its sources. */
const CACHE = join(root, 'node_modules/.cache/assay-console');
/** The builds that are kept: the newest, and the one before it. */
const KEPT = 2;
/** How often a build of another process is looked for, in milliseconds. */
const AGAIN_MS = 500;

async function sourcesHash(): Promise<string> {
  const sum = createHash('sha256');
  for (const path of (await Promise.all(SOURCES.map(filesIn))).flat().toSorted())
    sum
      .update(path)
      .update('\0')
      .update(await readFile(join(root, path)));
  return sum.digest('hex').slice(0, 16);
}

/** The files at a place of the repository: the file itself, or all files of the folder. */
async function filesIn(place: string): Promise<string[]> {
  if (!(await stat(join(root, place))).isDirectory()) return [place];
  const entries = await readdir(join(root, place), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)));
}

/** The console as a package without its sources brings it. */
export const PACKED_CONSOLE = join(import.meta.dirname, 'packed');

const isBuilt = (folder: string): boolean => existsSync(join(folder, 'index.html'));

/** The folder in which the console stands: packed, or where it will stand once it is built from these sources. */
export async function consoleFolder(): Promise<string> {
  return isBuilt(PACKED_CONSOLE) ? PACKED_CONSOLE : join(CACHE, await sourcesHash());
}

/**
 * Builds the console into its folder, unless it stands there or another process is building it. The build runs in a
 * process of its own with a lower priority, which ends with the signal. @throws Error with what the build said.
 */
export async function ensureConsole(folder: string, signal: AbortSignal): Promise<void> {
  while (!isBuilt(folder) && !signal.aborted) {
    const release = await takeLock(`${folder}.lock`);
    if (!release) {
      await delay(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
      continue;
    }
    try {
      if (isBuilt(folder)) return;
      const before = await buildsBefore(folder);
      await buildConsole(folder, { previous: before[0], signal });
      await Promise.all(before.slice(KEPT - 1).map((old) => rm(old, { recursive: true, force: true })));
    } finally {
      await release();
    }
  }
}

/**
 * Builds the console into the folder `out` in a process of its own with a lower priority, which ends with the signal.
 * `previous` is the folder of the build before, whose parts are kept for open pages. @throws Error with its messages.
 */
export async function buildConsole(
  out: string,
  { previous, signal }: { previous?: string | undefined; signal?: AbortSignal } = {},
): Promise<void> {
  const program = join(import.meta.dirname, 'build-console.ts');
  const child = spawn(process.execPath, [program, out, ...(previous === undefined ? [] : [previous])], {
    cwd: join(root, 'services/console'),
    // Libraries are built without their checks for developers, also by a process of a test.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal && { signal }),
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2_000)));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.once('error', (error) => (signal?.aborted ? resolve() : reject(error)));
  child.once('close', (code) => (code === 0 || signal?.aborted ? resolve() : reject(new Error(said.trim()))));
  await promise;
}

/** Takes the lock of a build; undefined while a living process has it. The result gives it back. */
async function takeLock(path: string): Promise<(() => Promise<void>) | undefined> {
  await mkdir(CACHE, { recursive: true });
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!isAlive(Number(await readFile(path, 'utf8').catch(() => '0')))) await rm(path, { force: true });
    return undefined;
  }
  return () => rm(path, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    return pid === 0 || process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The builds of other sources, the newest first. */
async function buildsBefore(folder: string): Promise<string[]> {
  const names = await readdir(CACHE).catch(() => []);
  const whole = names.map((name) => join(CACHE, name)).filter((path) => path !== folder && isBuilt(path));
  const dated = await Promise.all(whole.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })));
  return dated.toSorted((one, other) => other.at - one.at).map(({ path }) => path);
}
