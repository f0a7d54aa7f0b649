import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@assay/postgres/free-port';
import { waitUntil } from '../until.ts';
import pg from 'pg';

/** A real PgBouncer that hands out connections by transaction. */
export interface PgBouncer {
  /** The URL by which PgBouncer leads to the database of another URL, with its user. */
  urlOf(url: string): string;
  stop(): Promise<void>;
}

/** Debian's program is in /usr/sbin, which PATH often lacks. */
const PROGRAMS = ['pgbouncer', '/usr/sbin/pgbouncer'];
const program = PROGRAMS.find((each) => spawnSync(each, ['--version']).status === 0);

/** The reason why this machine has no PgBouncer; undefined when it has. */
export const whyNoPgBouncer = program === undefined ? 'pgbouncer is not installed' : undefined;

/**
 * Starts PgBouncer before the Postgres of these URLs, which must be of one server; call it only when `whyNoPgBouncer` is
 * undefined. Each user gets at most `poolSize` connections to a database.
 */
export async function startPgBouncer(urls: string[], poolSize: number): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-pgbouncer-'));
  const port = await freePort();
  const { hostname, port: serverPort } = new URL(urls[0]!);
  const users = new Map(urls.map((url) => [new URL(url).username, new URL(url).password]));
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    pool_mode: 'transaction',
    default_pool_size: poolSize,
    auth_type: 'trust',
    auth_file: join(folder, 'users.txt'),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  await Promise.all([
    writeFile(
      join(folder, 'pgbouncer.ini'),
      ['[databases]', `* = host=${hostname} port=${serverPort}`, '[pgbouncer]', ...lines, ''].join('\n'),
    ),
    writeFile(settings.auth_file, [...users].map(([name, password]) => `"${name}" "${password}"\n`).join('')),
  ]);
  // It refuses to run as root.
  await chmod(folder, 0o755);
  const bouncer = spawn(
    program!,
    [...(userInfo().uid === 0 ? ['--user=nobody'] : []), '--quiet', join(folder, 'pgbouncer.ini')],
    { stdio: 'ignore' },
  );
  const ended = once(bouncer, 'exit');
  const urlOf = (url: string) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).toString();
  const answers = async () => {
    const client = new pg.Client(urlOf(urls[0]!));
    await client.connect();
    await client.end();
    return true;
  };
  await waitUntil(() => answers().catch(() => false));
  return {
    urlOf,
    stop: async () => {
      bouncer.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
