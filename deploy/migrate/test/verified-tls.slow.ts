import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { busSchema, serviceSchemas } from '@assay/database/schemas';
import { createLog } from '@assay/kit/log';
import { openPool } from '@assay/kit/postgres/db';
import { TEST_CERTIFICATE } from '@assay/testkit/certificates/certificate';
import { privatePostgres, type PrivatePostgres } from '@assay/testkit/database/private-postgres';

let postgres: PrivatePostgres;
let folder: string;
beforeAll(async () => {
  [postgres, folder] = await Promise.all([privatePostgres(), mkdtemp(join(tmpdir(), 'assay-tls-'))]);
  await writeFile(join(folder, 'authorities.pem'), TEST_CERTIFICATE.cert);
  const pool = openPool(postgres.url, createLog('test', 'silent'), { max: 1 });
  // Postgres writes its own files: their owner must be its user.
  for (const [name, pem] of Object.entries({ crt: TEST_CERTIFICATE.cert, key: TEST_CERTIFICATE.key }))
    await pool.query(
      `copy (select unnest(string_to_array('${pem.trim()}', e'\\n'))) to program 'umask 077; cat > server.${name}'`,
    );
  await pool.query('alter system set ssl = on');
  await pool.query('select pg_reload_conf()');
  await pool.end();
});
afterAll(() => Promise.all([postgres.remove(), rm(folder, { recursive: true })]));

/** Runs the migrations with the settings of the chart's `postgres.sslMode: verify-full`. */
async function migrate(host: string, env: Record<string, string>): Promise<{ code: number; output: string }> {
  const urlOf = (user?: string) =>
    Object.assign(new URL(postgres.url), {
      hostname: host,
      ...(user && { username: user, password: user }),
    }).toString();
  const urls = [...serviceSchemas, busSchema].map(({ name }) => [`${name.toUpperCase()}_DATABASE_URL`, urlOf(name)]);
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: { ADMIN_DATABASE_URL: urlOf(), ...Object.fromEntries(urls), PGSSLMODE: 'verify-full', ...env },
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number]>]);
  return { code, output };
}

test('verify-full refuses a certificate of an unknown authority, with advice', async () => {
  expect(await migrate('localhost', {})).toEqual({ code: 2, output: expect.stringContaining('NODE_EXTRA_CA_CERTS') });
});

test('verify-full connects where the own authority is known, and migrates every schema', async () => {
  const { code, output } = await migrate('localhost', { NODE_EXTRA_CA_CERTS: join(folder, 'authorities.pem') });
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('"schema":"swarms"') });
});
