import { argon2Sync } from 'node:crypto';
import { DirectoryService } from '@assay/contract/gen/assay/v1/catalog';
import { dial } from '@assay/kit/client';
import { createLog } from '@assay/kit/log';
import { testDatabase, type TestDatabase } from '@assay/testkit/database';
import { seed } from '../src/actions/seed.ts';
import { startCatalog } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { storedKey } from '../src/domain/api-key.ts';
import { migrations } from './start.ts';

let database: TestDatabase;
beforeEach(async () => { database = await testDatabase({ folders: migrations }); });
afterEach(() => database.drop());

const apiKey = `sk_${'k'.repeat(43)}`;
const acme = { organization: 'Acme', project: 'Default', ownerEmail: 'ada@acme.example' };
const count = async (table: string) => (await database.pool.query(`select from ${table}`)).rowCount;

test('an empty installation gets an organization, an owner, a project and a key', async () => {
  const seeded = await seed(database.pool, acme);
  expect(seeded).toMatchObject({ apiKey: expect.stringMatching(/^sk_[\w-]{43}$/) });
  const { rows } = await database.pool.query(`
    select u.email, m.role, p.name as project, r.role as project_role from users u join memberships m on m.user_id = u.id
    join projects p using (organization_id) join project_roles r on r.project_id = p.id and r.user_id = u.id`);
  expect(rows).toEqual([{ email: acme.ownerEmail, role: 'owner', project: 'Default', project_role: 'admin' }]);
});

test('it is seeded once, also by several processes that start together', async () => {
  const seeded = await Promise.all([1, 2, 3].map(() => seed(database.pool, acme)));
  expect(seeded.filter(Boolean)).toHaveLength(1);
  expect(await seed(database.pool, { ...acme, organization: 'Another' })).toBeUndefined();
  expect(await Promise.all(['organizations', 'users', 'projects', 'api_keys'].map(count))).toEqual([1, 1, 1, 1]);
});

test('a given key and password are kept as hashes that verify', async () => {
  await seed(database.pool, { ...acme, apiKey, ownerPassword: 'correct horse' });
  const { rows: [user] } = await database.pool.query('select password_hash from users');
  const [, , , , salt, tag] = user.password_hash.split('$');
  expect(Buffer.from(tag, 'base64')).toEqual(argon2Sync('argon2id', {
    message: 'correct horse', nonce: Buffer.from(salt, 'base64'), memory: 19_456, passes: 2, parallelism: 1, tagLength: 32,
  }));
  const { rows: [key] } = await database.pool.query('select hash from api_keys');
  expect(key.hash).toEqual(storedKey(apiKey).hash);
});

describe('the process', () => {
  const env = () => ({
    LISTEN_ADDRESS: '127.0.0.1:0', DATABASE_URL: database.url, BUS_DATABASE_URL: database.url, MESH_SECRET: 'secret', GRPC_REFLECTION: 'off',
    KEY_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'), ASSAY_INIT_OWNER_EMAIL: acme.ownerEmail,
  });
  const log = createLog('test', 'silent');

  test('hands out the key on the first start, keeps it working on the second, and says no more', async () => {
    const first = await startCatalog(loadConfig(env()), log);
    const key = first.seeded!.apiKey;
    await first.stop();
    const second = await startCatalog(loadConfig(env()), log);
    const mesh = dial(second.address, 'secret', 'test');
    const principal = await mesh.call(DirectoryService.authenticate, { keyHash: storedKey(key).hash });
    mesh.close();
    await second.stop();
    expect(principal).toMatchObject({ organizationId: first.seeded!.organizationId });
    expect(second).not.toHaveProperty('seeded');
  });

  test('seeds nothing unless an owner is named', async () => {
    const running = await startCatalog(loadConfig({ ...env(), ASSAY_INIT_OWNER_EMAIL: undefined }), log);
    await running.stop();
    expect(await count('organizations')).toBe(0);
  });

  test.each(['sk_short', 'key'.repeat(20)])('refuses the initial key %s before anything starts', (ASSAY_INIT_API_KEY) => {
    expect(() => loadConfig({ ...env(), ASSAY_INIT_API_KEY })).toThrow('ASSAY_INIT_API_KEY');
  });
});
