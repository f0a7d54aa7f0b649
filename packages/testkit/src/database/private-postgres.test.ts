import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { privatePostgres, removeLeftovers } from './private-postgres.ts';

async function query(url: string, text: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: string }>(text);
    return rows[0]?.answer ?? '';
  } finally {
    await client.end();
  }
}
const dataDirectory = `select current_setting('data_directory') as answer`;

test('a stopped Postgres starts again under the same URL with its data, and remove deletes it', async () => {
  const postgres = await privatePostgres();
  await query(postgres.url, 'create table things as select 7 as id');
  await postgres.stop();
  await expect(query(postgres.url, 'select')).rejects.toThrow('ECONNREFUSED');
  await postgres.start();
  expect(await query(postgres.url, 'select id::text as answer from things')).toBe('7');
  const dataDir = dirname(await query(postgres.url, dataDirectory));
  await postgres.remove();
  expect(existsSync(dataDir)).toBe(false);
});

// A prefix of this test only: the leftovers of another prefix may belong to another test.
const OWN = `assay-leftovers-${process.pid}-`;
const RUN = `
  import { privatePostgres } from '@assay/testkit/database/private-postgres';
  const { url } = await privatePostgres('${OWN}');
  process.stdout.write(url + '\\n');
  setInterval(() => {}, 1000);`;

test('the next run removes the folders of a killed run and keeps the folders of a running one', async () => {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', RUN], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  const dataDir = dirname(await query(url, dataDirectory));
  await removeLeftovers(OWN);
  expect(await query(url, dataDirectory)).toContain(dataDir);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await removeLeftovers(OWN);
  await expect(query(url, 'select')).rejects.toThrow('ECONNREFUSED');
  expect(existsSync(dataDir)).toBe(false);
});
