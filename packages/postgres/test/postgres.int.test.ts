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
import { startPostgres, type RunningPostgres } from '@assay/postgres/start-postgres';
import { waitUntil } from '@assay/testkit/until';

const log = createLog('test', 'silent');
let dataDir: string;
const running: RunningPostgres[] = [];
const start = async (): Promise<RunningPostgres> => {
  const postgres = await startPostgres({ dataDir, durable: true, log });
  running.push(postgres);
  return postgres;
};

/** The data folder of one first start; every test copies it, which is faster than another first start. */
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

/** A process in a process group of its own, as a terminal makes it, that owns the Postgres of `dataDir`. */
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

test('data, password and port survive a stop', async () => {
  const first = await start();
  await query(first.superuserUrl, 'create table things (id int); insert into things values (1);');
  await first.stop();
  await expect(query(first.superuserUrl, 'select 1')).rejects.toThrow('ECONNREFUSED');
  const second = await start();
  expect(second.superuserUrl).toBe(first.superuserUrl);
  expect(await things(second.superuserUrl)).toEqual([{ id: 1 }]);
});

test('a sign-in without the password from the data folder is refused', async () => {
  const postgres = await start();
  await expect(query(postgres.urlFor('postgres', 'postgres', 'guess'), 'select 1')).rejects.toThrow(
    'password authentication failed',
  );
  expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600);
  expect(await query(postgres.superuserUrl, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
});

test('urlFor escapes reserved characters', async () => {
  const postgres = await start();
  await query(postgres.superuserUrl, `create role "a/b" login password 'p@ss:word'`);
  await query(postgres.superuserUrl, 'create database "c d" owner "a/b"');
  expect(await query(postgres.urlFor('c d', 'a/b', 'p@ss:word'), 'select current_user')).toEqual([
    { current_user: 'a/b' },
  ]);
});

test('a second start on a folder in use is refused and does not disturb the first', async () => {
  const { url, pid, gone } = await owner();
  await expect(start()).rejects.toThrow(`${dataDir} is in use by process ${pid}`);
  expect(await things(url)).toEqual([{ id: 1 }]);
  process.kill(pid, 'SIGKILL');
  await gone;
});

test('a Postgres left by a killed process is stopped by the next start without data loss', async () => {
  const { pid, gone } = await owner();
  process.kill(pid, 'SIGKILL');
  await gone;
  const orphan = await postmaster();
  const next = await start();
  expect(await findProcess(orphan)).toBeUndefined();
  expect(await things(next.superuserUrl)).toEqual([{ id: 1 }]);
});

test('a start right after a kill of all processes recovers the committed data', async () => {
  const { pid, gone } = await owner();
  process.kill(await postmaster(), 'SIGKILL');
  process.kill(pid, 'SIGKILL');
  await gone;
  // Child processes of a killed Postgres may keep its memory for a moment.
  expect(await things((await waitUntil(start, 20_000)).superuserUrl)).toEqual([{ id: 1 }]);
});

test('Ctrl-C in the terminal reaches only the owner, which still writes and stops Postgres', async () => {
  const { pid, gone, line } = await owner();
  const server = await postmaster();
  process.kill(-pid, 'SIGINT');
  expect(await line()).toBe('stopped');
  await gone;
  expect(await findProcess(server)).toBeUndefined();
  expect(await things((await start()).superuserUrl)).toEqual([{ id: 1 }, { id: 2 }]);
});

test('a stale process id that another process has now does not block a start', async () => {
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${dataDir}\n`);
  expect(await query((await start()).superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('another port is used when the port of the last start is taken', async () => {
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

test('the next start repairs an interrupted first start', async () => {
  await rm(join(dataDir, 'postgres'), { recursive: true });
  await rm(join(dataDir, 'postgres.json'));
  await writeFile(join(dataDir, 'postgres.lock'), `${process.pid} long ago`);
  await writeFile(join(dataDir, 'postgres.unfinished'), 'half a cluster');
  expect(await query((await start()).superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('an unexpected end of Postgres is reported with its last log lines', async () => {
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
