import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serviceSchemas } from '@assay/database/schemas';
import { adviceAbout } from '../src/failure-advice.ts';

async function migrate(env: Record<string, string>): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], { env });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number]>]);
  return { code, output };
}

test('the migrations fail permanently and name the setting when one is missing', async () => {
  const { code, output } = await migrate({});
  expect({ code, output }).toEqual({ code: 2, output: expect.stringContaining('ADMIN_DATABASE_URL') });
});

test('the migrations name a malformed level of the log with all other faults', async () => {
  const { output } = await migrate({ LOG_LEVEL: 'loud', ADMIN_DATABASE_URL: 'hidden' });
  for (const name of ['LOG_LEVEL', 'ADMIN_DATABASE_URL', 'CATALOG_DATABASE_URL']) expect(output).toContain(name);
  expect(output).not.toContain('hidden');
});

test('the migrations fail with advice, and may be tried again, when Postgres is not reached', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  const urls = ['admin', ...serviceSchemas.map(({ name }) => name)].map((name) => [
    `${name.toUpperCase()}_DATABASE_URL`,
    `postgres://${name}:password@127.0.0.1:${port}/assay`,
  ]);
  const { code, output } = await migrate(Object.fromEntries(urls) as Record<string, string>);
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('check host and port') });
  expect(output).not.toContain('password@');
});

test.each([
  ['a wrong password', { code: '28P01' }, 'The password is wrong'],
  ['a name with two addresses', { errors: [{ code: 'ECONNREFUSED' }, { code: 'ECONNREFUSED' }] }, 'not reached'],
  ['an unknown authority', { code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'NODE_EXTRA_CA_CERTS'],
])('%s has advice', (_, error, words) => {
  expect(adviceAbout(error)?.text).toContain(words);
});

test('a syntax error in a migration has no advice', () => {
  expect(adviceAbout({ code: '42601' })).toBeUndefined();
});
