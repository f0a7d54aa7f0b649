import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { createLog } from '@assay/kit/log';
import { findProcess } from '@assay/postgres/processes';
import { removePostgres } from '@assay/postgres/remove-postgres';
import { startPostgres, type Postgres } from '@assay/postgres/start-postgres';
import { waitUntil } from '@assay/testkit/until';

const log = createLog('test', 'silent');
let dataDir: string;
const running: Postgres[] = [];
const start = async (): Promise<Postgres> => {
  const postgres = await startPostgres({ dataDir, durable: true, log });
  running.push(postgres);
  return postgres;
};

/** What one first start made; every test gets a copy, since that is quicker than to make it again. */
let prepared: string;
beforeAll(async () => {
  prepared = await mkdtemp(join(tmpdir(), 'assay-test-'));
  await (await startPostgres({ dataDir: prepared, durable: false, log })).stop();
});
afterAll(() => removePostgres(prepared, log));
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-test-'));
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, dataDir]);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
  await removePostgres(dataDir, log);
});

async function query(url: string, text: string): Promise<object[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows as object[];
  } finally {
    await client.end();
  }
}
const things = (url: string) => query(url, 'select id from things order by id');
const postmaster = async () =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

/** A process in a group of its own, as a terminal would make it, that owns the Postgres of `dataDir`. */
async function owner() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'owner.ts'), dataDir], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line = async () => String((await lines.next()).value);
  const url = await line();
  await query(url, 'create table if not exists things (id int); insert into things values (1);');
  return { url, line, pid: child.pid!, gone: once(child, 'exit') };
}

test('data, password and port outlive a stop', async () => {
  const first = await start();
  await query(first.superuserUrl, 'create table things (id int); insert into things values (1);');
  await first.stop();
  await expect(query(first.superuserUrl, 'select 1')).rejects.toThrow('ECONNREFUSED');
  const second = await start();
  expect(second.superuserUrl).toBe(first.superuserUrl);
  expect(await things(second.superuserUrl)).toEqual([{ id: 1 }]);
});

test('only who can read the data folder gets in', async () => {
  const postgres = await start();
  await expect(query(postgres.urlFor('postgres', 'postgres', 'guess'), 'select 1')).rejects.toThrow(
    'password authentication failed',
  );
  expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600);
  expect(await query(postgres.superuserUrl, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
});

test('urlFor escapes what a URL cannot hold', async () => {
  const postgres = await start();
  await query(postgres.superuserUrl, `create role "a/b" login password 'p@ss:word'`);
  await query(postgres.superuserUrl, 'create database "c d" owner "a/b"');
  expect(await query(postgres.urlFor('c d', 'a/b', 'p@ss:word'), 'select current_user')).toEqual([
    { current_user: 'a/b' },
  ]);
});

test('a folder in use is refused, and its user is not disturbed', async () => {
  const { url, pid, gone } = await owner();
  await expect(start()).rejects.toThrow(`${dataDir} is in use by process ${pid}`);
  expect(await things(url)).toEqual([{ id: 1 }]);
  process.kill(pid, 'SIGKILL');
  await gone;
});

test('what a killed process left running is stopped by the next start, and nothing committed is lost', async () => {
  const { pid, gone } = await owner();
  process.kill(pid, 'SIGKILL');
  await gone;
  const orphan = await postmaster();
  const next = await start();
  expect(await findProcess(orphan)).toBeUndefined();
  expect(await things(next.superuserUrl)).toEqual([{ id: 1 }]);
});

test('a start right after everything was killed recovers what was committed', async () => {
  const { pid, gone } = await owner();
  process.kill(await postmaster(), 'SIGKILL');
  process.kill(pid, 'SIGKILL');
  await gone;
  // The children of a killed Postgres may have its memory for a moment longer.
  expect(await things((await waitUntil(start, 20_000)).superuserUrl)).toEqual([{ id: 1 }]);
});

test('a Ctrl-C in the terminal reaches the owner alone: it can still write, and leaves no process', async () => {
  const { pid, gone, line } = await owner();
  const server = await postmaster();
  process.kill(-pid, 'SIGINT');
  expect(await line()).toBe('stopped');
  await gone;
  expect(await findProcess(server)).toBeUndefined();
  expect(await things((await start()).superuserUrl)).toEqual([{ id: 1 }, { id: 2 }]);
});

test('a stale process id that somebody else has now does not stand in the way', async () => {
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${dataDir}\n`);
  expect(await query((await start()).superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('the port of the last start is given up when somebody else took it', async () => {
  const { port, stop } = await start();
  await stop();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  expect((await start()).port).not.toBe(port);
  other.close();
});

test('a folder of another major version is refused with both versions named', async () => {
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow(/belongs to Postgres 17; .* runs Postgres 18/);
});

test('a first start that was interrupted is made good by the next', async () => {
  await rm(join(dataDir, 'postgres'), { recursive: true });
  await rm(join(dataDir, 'postgres.json'));
  await writeFile(join(dataDir, 'postgres.lock'), `${process.pid} long ago`);
  await writeFile(join(dataDir, 'postgres.unfinished'), 'half a cluster');
  expect(await query((await start()).superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('an interruption by Postgres itself is reported with its last words', async () => {
  const errors: { err: Error }[] = [];
  const listening = Object.assign(Object.create(log) as typeof log, {
    error: (entry: { err: Error }) => errors.push(entry),
  });
  const postgres = await startPostgres({ dataDir, durable: true, log: listening });
  process.kill(await postmaster(), 'SIGINT');
  await waitUntil(() => errors.length === 1);
  expect(errors[0]?.err.message).toContain('received fast shutdown request');
  await postgres.stop();
});
