import { argon2Sync } from 'node:crypto';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { dial } from '@assay/kit/rpc/client';
import { createLog } from '@assay/kit/log';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { seedInstallation } from '../../src/flows/organizations/seed-installation.ts';
import { startCatalog } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { verifyPassword } from '../../src/domain/passwords/password.ts';
import { storedKey } from '../../src/domain/api-keys/stored-key.ts';
import { catalogMigrations } from '../support/start.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase({ folders: catalogMigrations });
});
afterEach(() => database.drop());

const apiKey = `sk_${'k'.repeat(43)}`;
const acme = { organization: 'Acme', project: 'Default', ownerEmail: 'ada@acme.example' };
const count = async (table: string) => (await database.pool.query(`select from ${table}`)).rowCount;

test('an empty installation gets an organization, an owner, a project and a key', async () => {
  const seeded = await seedInstallation(database.pool, acme);
  expect(seeded).toMatchObject({ apiKey: expect.stringMatching(/^sk_[0-9A-Za-z]{46}$/) });
  const { rows } = await database.pool.query(`
    select u.email, u.address_proven, m.role, p.name as project, r.role as project_role from users u join memberships m on m.user_id = u.id
    join installation on first_organization_id = m.organization_id join projects p using (organization_id) join project_grants r on r.project_id = p.id and r.user_id = u.id`);
  expect(rows).toEqual([
    { email: acme.ownerEmail, address_proven: true, role: 'owner', project: 'Default', project_role: 'owner' },
  ]);
});

test('it is seeded once, also by several processes that start together', async () => {
  const seeded = await Promise.all([1, 2, 3].map(() => seedInstallation(database.pool, acme)));
  expect(seeded.filter(Boolean)).toHaveLength(1);
  expect(await seedInstallation(database.pool, { ...acme, organization: 'Another' })).toBeUndefined();
  expect(await Promise.all(['organizations', 'users', 'projects', 'api_keys'].map(count))).toEqual([1, 1, 1, 1]);
});

test('an installation is not seeded again after its last organization was deleted', async () => {
  await seedInstallation(database.pool, acme);
  await database.pool.query('update organizations set deleted_at = now()');
  expect(await seedInstallation(database.pool, acme)).toBeUndefined();
  await database.pool.query('delete from projects');
  await database.pool.query('delete from organizations');
  expect(await seedInstallation(database.pool, acme)).toBeUndefined();
  expect(await Promise.all(['organizations', 'users'].map(count))).toEqual([0, 1]);
});

test('a given key and password are stored as hashes that verify', async () => {
  await seedInstallation(database.pool, { ...acme, apiKey, ownerPassword: 'correct horse' });
  const {
    rows: [user],
  } = await database.pool.query('select password_hash from users');
  const [, , , , salt, tag] = user.password_hash.split('$');
  expect(Buffer.from(tag, 'base64')).toEqual(
    argon2Sync('argon2id', {
      message: 'correct horse',
      nonce: Buffer.from(salt, 'base64'),
      memory: 19_456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
    }),
  );
  const {
    rows: [key],
  } = await database.pool.query('select hash from api_keys');
  expect(key.hash).toEqual(storedKey(apiKey).hash);
});

describe('the process', () => {
  const env = () => ({
    LISTEN_ADDRESS: '127.0.0.1:0',
    DATABASE_URL: database.url,
    BUS_DATABASE_URL: database.url,
    MESH_SECRET: 'a-mesh-secret-of-this-test',
    GRPC_REFLECTION: 'off',
    KEY_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    ASSAY_INIT_OWNER_EMAIL: acme.ownerEmail,
  });
  const log = createLog('test', 'silent');

  test('hands out the key on the first start, and stays silent on the second', async () => {
    const first = await startCatalog(loadConfig(env()), log);
    const key = first.seeded!.apiKey;
    await first.stop();
    const second = await startCatalog(loadConfig(env()), log);
    const mesh = dial(second.address, 'a-mesh-secret-of-this-test', 'gateway');
    const principal = await mesh.call(DirectoryService.authenticate, { keyHash: storedKey(key).hash });
    mesh.close();
    await second.stop();
    expect(principal).toMatchObject({ organizationId: first.seeded!.organizationId });
    expect(second).not.toHaveProperty('seeded');
  });

  const ownerPassword = 'correct horse battery';
  const passwordOf = async () =>
    (await database.pool.query<{ password_hash: string | null }>('select password_hash from users')).rows[0]!
      .password_hash;

  test('gives an owner without a password one, and never replaces one', async () => {
    await seedInstallation(database.pool, acme);
    await (await startCatalog(loadConfig({ ...env(), ASSAY_INIT_OWNER_PASSWORD: ownerPassword }), log)).stop();
    const hash = (await passwordOf())!;
    expect(await verifyPassword(ownerPassword, hash)).toBe(true);
    await (await startCatalog(loadConfig({ ...env(), ASSAY_INIT_OWNER_PASSWORD: 'another one entirely' }), log)).stop();
    expect(await passwordOf()).toBe(hash);
  });

  test('gives no password to a person who owns nothing', async () => {
    await seedInstallation(database.pool, acme);
    await database.pool.query(`update memberships set role = 'admin'`);
    await (await startCatalog(loadConfig({ ...env(), ASSAY_INIT_OWNER_PASSWORD: ownerPassword }), log)).stop();
    expect(await passwordOf()).toBeNull();
  });

  test.each<[string, Record<string, string>]>([
    ['ASSAY_INIT_OWNER_EMAIL', { ASSAY_INIT_OWNER_EMAIL: 'admin' }],
    ['ASSAY_INIT_OWNER_PASSWORD', { ASSAY_INIT_OWNER_PASSWORD: 'elevenchars' }],
    [
      'ASSAY_INIT_OWNER_PASSWORD',
      { ASSAY_INIT_OWNER_EMAIL: 'ada-lovelace@acme.example', ASSAY_INIT_OWNER_PASSWORD: 'Ada-Lovelace@acme.example' },
    ],
  ])('seeds no owner who cannot sign in: %s of %j; a seeded installation starts', async (name, settings) => {
    await expect(startCatalog(loadConfig({ ...env(), ...settings }), log)).rejects.toMatchObject({
      name: 'ConfigError',
      faults: [expect.stringContaining(name)],
    });
    expect(await Promise.all(['organizations', 'users'].map(count))).toEqual([0, 0]);
    await seedInstallation(database.pool, {
      ...acme,
      ownerEmail: settings.ASSAY_INIT_OWNER_EMAIL?.includes('@') ? settings.ASSAY_INIT_OWNER_EMAIL : acme.ownerEmail,
    });
    await (await startCatalog(loadConfig({ ...env(), ...settings }), log)).stop();
    expect(await passwordOf()).toBeNull();
  });

  test('seeds nothing without a configured owner', async () => {
    const running = await startCatalog(loadConfig({ ...env(), ASSAY_INIT_OWNER_EMAIL: undefined }), log);
    await running.stop();
    expect(await count('organizations')).toBe(0);
  });

  test.each(['sk_short', 'key'.repeat(20)])(
    'refuses the initial key %s before anything starts',
    (ASSAY_INIT_API_KEY) => {
      expect(() => loadConfig({ ...env(), ASSAY_INIT_API_KEY })).toThrow('ASSAY_INIT_API_KEY');
    },
  );
});
