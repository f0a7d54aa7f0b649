import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '@assay/contract/product/version';
import { EditedMigrationError } from '@assay/kit/postgres/migrate';
import { fallbackFolder } from '@assay/postgres/cluster-folder';
import { DataFolder, explainStorage } from './data-folder.ts';

let path: string;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'assay-folder-'));
});
afterEach(() => rm(path, { recursive: true }));

test('two starts at once make the same secrets', async () => {
  const folders = await Promise.all(Array.from({ length: 5 }, () => DataFolder.open(path, [])));
  const keys = await Promise.all(
    folders.map(async (folder) =>
      JSON.stringify([folder.secrets, await folder.apiKey(), await folder.ownerPassword()]),
    ),
  );
  expect(new Set(keys).size).toBe(1);
  expect((await readdir(path)).sort()).toEqual(['api-key', 'installation.json', 'owner-password']);
});

test('secrets stay as they are, and a new role gets a password', async () => {
  const first = await DataFolder.open(path, ['runs']);
  const second = await DataFolder.open(path, ['runs', 'suites']);
  expect(second.secrets).toEqual({
    ...first.secrets,
    passwords: { ...first.secrets.passwords, suites: expect.stringMatching(/^[0-9a-f]{48}$/) },
  });
  expect((await DataFolder.open(path, [])).secrets).toEqual(second.secrets);
});

test.each([
  ['was removed', undefined],
  ['is no key any more', 'hello\n'],
])('a kept key that %s is not used', async (_, text) => {
  const folder = await DataFolder.open(path, []);
  expect(await folder.apiKey()).toMatch(/^sk_/);
  await rm(join(path, 'api-key'));
  if (text) await writeFile(join(path, 'api-key'), text);
  expect(await (await DataFolder.open(path, [])).apiKey()).toBeUndefined();
});

test('a given key of the operator replaces the kept one, of several the last', async () => {
  const folder = await DataFolder.open(path, []);
  expect(await folder.operatorKey()).toMatch(/^op_[0-9a-f]{64}$/);
  await folder.keepOperatorKey('op_old, op_new');
  expect([await folder.operatorKey(), await (await DataFolder.open(path, [])).operatorKey()]).toEqual([
    'op_new',
    'op_new',
  ]);
});

test('a given password is kept nowhere', async () => {
  const folder = await DataFolder.open(path, []);
  expect(await folder.ownerPassword()).toMatch(/^[\w-]{20}$/);
  expect(await folder.keepOwnerPassword(false)).toBe(join(path, 'owner-password'));
  expect(await folder.keepOwnerPassword(true)).toBeUndefined();
  expect([await folder.ownerPassword(), await (await DataFolder.open(path, [])).ownerPassword()]).toEqual([
    undefined,
    undefined,
  ]);
});

test.each([
  [
    'is a file',
    async () => {
      await writeFile(join(path, 'file'), '');
      return join(path, 'file');
    },
    'is not a folder',
  ],
  [
    'holds half a file of secrets',
    async () => {
      await writeFile(join(path, 'installation.json'), '{"format":1,');
      return path;
    },
    'is damaged',
  ],
  [
    'lost one of its secrets',
    async () => {
      await writeFile(join(path, 'installation.json'), '{"format":1,"meshSecret":"a","passwords":{}}');
      return path;
    },
    'is incomplete (keyEncryptionKey); restore it',
  ],
  [
    'holds a database without its secrets',
    async () => {
      await DataFolder.open(path, []);
      await mkdir(join(path, 'postgres'));
      await writeFile(join(path, 'postgres.json'), '{}');
      await rm(join(path, 'installation.json'));
      return path;
    },
    'installation.json is missing, but',
  ],
  [
    'holds only the state of a database that is elsewhere',
    async () => {
      await writeFile(join(path, 'postgres.json'), '{}');
      return path;
    },
    'holds the data of an installation (postgres.json)',
  ],
  [
    'belongs to another version',
    async () => {
      await writeFile(join(path, 'installation.json'), '{"format":2}');
      return path;
    },
    'has format 2',
  ],
  [
    'is of a version that is too far ahead',
    async () => {
      const text = '{"format":1,"meshSecret":"a","keyEncryptionKey":"b","passwords":{},"version":"9.0.0"}';
      await writeFile(join(path, 'installation.json'), text);
      return path;
    },
    `is of Assay 9.0.0; this is version ${VERSION}, which reads`,
  ],
])('a folder that %s is refused with a message', async (_, make, words) => {
  await expect(DataFolder.open(await make(), [])).rejects.toMatchObject({
    name: 'Refusal',
    message: expect.stringContaining(words),
  });
});

test('a folder that the file system does not take is refused', async () => {
  if (process.platform !== 'linux') return;
  await expect(DataFolder.open('/proc/foo', [])).rejects.toMatchObject({
    name: 'Refusal',
    message:
      '/proc/foo cannot be made: the file system of /proc takes no new folders. Set ASSAY_DATA_DIR to a writable folder.',
  });
});

test('a first start that was interrupted before its secrets were written is repeated', async () => {
  await writeFile(join(path, 'api-key'), 'sk_0123456789abcdefghijklmnopqrstuvwxyz\n');
  const folder = await DataFolder.open(path, []);
  expect(await folder.apiKey()).toBe('sk_0123456789abcdefghijklmnopqrstuvwxyz');
});

test('a refused folder is left without new secrets', async () => {
  await mkdir(join(path, 'postgres'));
  await expect(DataFolder.open(path, [])).rejects.toThrow('is missing');
  expect(await readdir(path)).toEqual(['postgres']);
});

const asRoot = process.getuid?.() === 0 ? describe : describe.skip;
asRoot('as root', () => {
  test('a new folder whose database root had put elsewhere is refused, and is not made', async () => {
    const folder = join(path, 'data');
    await mkdir(folder);
    const home = await fallbackFolder(folder);
    await rm(folder, { recursive: true });
    await mkdir(join(home, 'postgres'), { recursive: true });
    try {
      await expect(DataFolder.open(folder, [])).rejects.toThrow(`remove ${home} to begin anew without its data`);
      expect(await readdir(path)).toEqual([]);
    } finally {
      await rm(home, { recursive: true });
    }
  });
});

test.each([
  ['0.1.9', 'an unreleased state of Assay 0.1.9'],
  [undefined, 'an unreleased state of Assay, from before versions were recorded'],
])('a folder with the schema of no release says that %s made it, and what to do', (version, what) => {
  expect(explainStorage(new EditedMigrationError('0001_runs.sql'), '/data', version)).toMatchObject({
    name: 'Refusal',
    message: `The data folder /data holds ${what}: its schema (0001_runs.sql) is not the one of a release, so version ${VERSION} cannot bring it up to date. Start the state that made it, or set ASSAY_DATA_DIR to another folder.`,
  });
});

test('a folder records the version whose schema it has', async () => {
  const folder = await DataFolder.open(path, []);
  await folder.markMigrated();
  expect((await DataFolder.open(path, ['catalog'])).secrets).toMatchObject({ version: VERSION, passwords: {} });
});

test('a folder of the next version is used, and keeps that version', async () => {
  const [major, minor] = VERSION.split('.').map(Number);
  const version = `${major}.${minor! + 1}.0`;
  const secrets = { format: 1, meshSecret: 'a', keyEncryptionKey: 'b', passwords: {}, version };
  await writeFile(join(path, 'installation.json'), JSON.stringify(secrets));
  await (await DataFolder.open(path, [])).markMigrated();
  expect((await DataFolder.open(path, [])).secrets.version).toBe(version);
});

test('a start that finds the disk full, also in the database, tells what to do', () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  expect(explainStorage(new Error('Migration 0001_x failed', { cause: full }), '/data')).toMatchObject({
    name: 'Refusal',
    message:
      'The disk of this installation is full. Make room or allow writes in /data, or set ASSAY_DATA_DIR to a folder on another disk.',
  });
  expect(explainStorage(full.name, '/data')).toBe(full.name);
});
