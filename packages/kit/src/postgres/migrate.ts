import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackgroundTask } from '../concurrency/background-task.ts';
import { MESH_BACK_OFF, retry } from '../concurrency/back-off.ts';
import type { Logger } from '../log.ts';
import { postgresOutageOf } from '../outage-log.ts';
import { isUnavailable, rows, sql, transaction, type Pool, type Tx } from './db.ts';

/** One numbered file of a migrations folder, `0001_create_suites.sql`. */
export interface Migration {
  name: string;
  number: number;
  text: string;
  sha256: string;
}

/** A schema whose migrations are others than ours: another state of the product made it, which was never released. */
export class EditedMigrationError extends Error {
  readonly migration: string;

  constructor(migration: string, fault = 'was edited after it was applied; write a new file instead') {
    super(`Migration ${migration} ${fault}.`);
    this.migration = migration;
  }
}

/**
 * A migration waits this long for a lock, in milliseconds: statements behind its waiting lock wait, too. Then it is
 * tried again, with a pause in which they go on.
 */
const LOCK_MS = 3_000;
const LOCK_ATTEMPTS = 20;
const LOCK_BACK_OFF = { firstMs: 500, longestMs: 5_000 };
const LOCK_NOT_AVAILABLE = '55P03';

const NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

/**
 * Brings the schema that `pool` writes to up to date: what `folders` hold and the schema lacks is applied, the folders in
 * the order given, their files in the order of their numbers, each in a transaction of its own. Any number of processes
 * may call it at once; each file is applied by one of them and the others wait.
 *
 * @returns the names this call applied. Files that the schema knows and the folders lack are left alone, so that the
 * previous version of a service can still start.
 * @throws when an applied file was edited, when a new file comes before an applied one, or when a file fails.
 */
export async function migrate(pool: Pool, folders: string[]): Promise<string[]> {
  const series = await readMigrations(folders);
  const names: string[] = [];
  for (;;) {
    const name = await withoutLongWait(() => transaction(pool, (tx) => applyNext(tx, series)));
    if (name === undefined) return names;
    names.push(name);
  }
}

/**
 * Brings the schema up to date as `migrate` does, and where Postgres is away goes on trying in the background: a process
 * starts without it, so that pods which are made during an outage serve as soon as it is over.
 */
export async function migrateOnceReachable(pool: Pool, folders: string[], log: Logger): Promise<BackgroundTask> {
  const stopping = new AbortController();
  const away = (error: unknown): boolean => {
    if (isUnavailable(error)) postgresOutageOf(log, error).began(error);
    return isUnavailable(error);
  };
  let ended: Promise<unknown> = Promise.resolve();
  try {
    await migrate(pool, folders);
  } catch (error) {
    if (!away(error)) throw error;
    ended = retry(() => migrate(pool, folders), { ...MESH_BACK_OFF, signal: stopping.signal, again: away }).catch(
      (failure: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: failure }, 'the migrations of the bus failed');
      },
    );
  }
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

/** Repeats work whose locks are held by others. */
function withoutLongWait<T>(work: () => Promise<T>): Promise<T> {
  let attempts = 0;
  return retry(work, {
    ...LOCK_BACK_OFF,
    signal: new AbortController().signal,
    again: (error) => codeOf(error) === LOCK_NOT_AVAILABLE && ++attempts < LOCK_ATTEMPTS,
  });
}

const codeOf = (error: unknown): string | undefined =>
  (error as { code?: string }).code ?? ((error as Error).cause as { code?: string } | undefined)?.code;

/** The files of each folder in order. Throws on a name without a number, and on a number or name that is taken twice. */
export async function readMigrations(folders: string[]): Promise<Migration[][]> {
  const series = await Promise.all(folders.map(readFolder));
  const names = series.flat().map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice) throw new Error(`Two folders hold a migration named ${twice}; the name is its identity.`);
  return series;
}

async function readFolder(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const files = await Promise.all(
    names.map(async (name) => {
      const number = NAME.exec(name)?.[1];
      if (!number) throw new Error(`${join(folder, name)} is not named like 0001_what_it_does.sql.`);
      const text = await readFile(join(folder, name), 'utf8');
      return {
        name,
        number: Number(number),
        text,
        sha256: createHash('sha256').update(text).digest('hex'),
      };
    }),
  );
  files.forEach((file, i) => {
    const before = files[i - 1];
    if (before?.number === file.number) throw new Error(`${before.name} and ${file.name} have the same number.`);
  });
  return files;
}

/** Applies the first file that is missing. The lock lasts until commit, so two callers never see the same file as missing. */
async function applyNext(tx: Tx, series: Migration[][]): Promise<string | undefined> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('migrations'), hashtext(current_schema()))`);
  await tx.query(`
    create table if not exists migrations (
      name        text primary key,
      sha256      text not null,
      applied_at  timestamptz(3) not null default now()
    )`);
  const known = await rows<{ name: string; sha256: string }>(tx, sql`select name, sha256 from migrations`);
  const applied = new Map(known.map(({ name, sha256 }) => [name, sha256]));
  const next = series.flatMap((files) => missing(files, applied))[0];
  if (!next) return undefined;
  await run(tx, next);
  await tx.query(sql`insert into migrations (name, sha256) values (${next.name}, ${next.sha256})`);
  return next.name;
}

/** The files of one folder that are still to be applied: always its end, never a gap. */
function missing(files: Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  const last = files.findLast(({ name }) => applied.has(name));
  return files.filter((file) => {
    const hash = applied.get(file.name);
    if (hash !== undefined && hash !== file.sha256) {
      throw new EditedMigrationError(file.name);
    }
    if (hash === undefined && last && file.number < last.number) {
      throw new EditedMigrationError(
        file.name,
        `comes before ${last.name}, which is already applied; give it a higher number`,
      );
    }
    return hash === undefined;
  });
}

async function run(tx: Tx, { name, text }: Migration): Promise<void> {
  try {
    await tx.query(`set local lock_timeout = ${LOCK_MS}`);
    await tx.query(text);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
