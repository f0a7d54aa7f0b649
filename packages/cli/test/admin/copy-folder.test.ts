import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../../src/version.ts';
import { runInProcess } from '../support/command.ts';

const SECRETS = { format: 1, meshSecret: 'a', keyEncryptionKey: 'b', passwords: {} };
const KUBERNETES = 'An installation on Kubernetes:';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-copies-'));
  await write('data/installation.json', JSON.stringify(SECRETS));
  await write('data/postgres.json', '{"password":"c"}');
  await write('data/postgres/PG_VERSION', '18\n');
  await write('data/artifacts/report', 'uploaded');
  await write('data/postgres.log', 'is no part of a backup');
});
afterEach(() => rm(folder, { recursive: true }));

const at = (path: string) => join(folder, path);
async function write(path: string, text: string): Promise<void> {
  await mkdir(join(at(path), '..'), { recursive: true });
  await writeFile(at(path), text);
}
const admin = (...words: string[]) => runInProcess(['admin', ...words], { folder });
const backUp = async (to = 'backup') => expect(await admin('backup', to, '--data', 'data')).toMatchObject({ code: 0 });
/** The files of a folder with their text; undefined when it is not there. */
async function textsIn(path: string): Promise<Record<string, string> | undefined> {
  const entries = await readdir(at(path), { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (!entries) return undefined;
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map(async (file) => [file.slice(folder.length), await readFile(file, 'utf8')]));
  return Object.fromEntries(texts) as Record<string, string>;
}

test('a backup has the files of the installation alone, and a restore makes them again', async () => {
  expect(await admin('backup', 'below/backup', '--data', 'data')).toEqual({
    code: 0,
    stdout: `The backup is complete in ${at('below/backup')}.\n`,
    stderr: '',
  });
  expect((await readdir(at('below'))).sort()).toEqual(['backup']);
  const copied = ['artifacts', 'installation.json', 'postgres', 'postgres.json'];
  expect((await readdir(at('below/backup'))).sort()).toEqual(['artifacts', 'backup.json', ...copied.slice(1)]);

  await mkdir(at('empty'));
  const { code, stdout } = await admin('restore', 'below/backup', '--data', 'empty');
  expect([code, stdout]).toEqual([0, expect.stringContaining(`${at('empty')} is restored.`)]);
  expect((await readdir(at('empty'))).sort()).toEqual(copied);
  expect(await readFile(at('empty/artifacts/report'), 'utf8')).toBe('uploaded');
});

test.each([
  ['backup', ['backup', 'backup', '--data', 'data']],
  ['rekey', ['rekey', '--data', 'data']],
])('a %s of a folder of a version that is too far ahead is refused', async (_, words) => {
  await write('data/installation.json', JSON.stringify({ ...SECRETS, version: '9.0.0' }));
  const before = await textsIn('.');
  expect(await admin(...words)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^assay: The data folder \S+ is of Assay 9\.0\.0; .* Use version 9\.0\.0, restore/),
  });
  expect(await textsIn('.')).toEqual(before);
});

test('a rekey of a folder of the next version is for that version', async () => {
  const version = VERSION.replace(/\.(\d+)\..*/, (_, minor) => `.${Number(minor) + 1}.0`);
  await write('data/installation.json', JSON.stringify({ ...SECRETS, version }));
  expect(await admin('rekey', '--data', 'data')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`Rekey with version ${version}.`),
  });
});

test('a backup of an earlier version, which has no list of its files, is restored', async () => {
  await backUp();
  await rm(at('backup/backup.json'));
  expect(await admin('restore', 'backup', '--data', 'restored')).toMatchObject({ code: 0, stderr: '' });
});

test.each([
  ['is not there', () => rm(at('backup'), { recursive: true }), 'holds no installation'],
  ['is a file', () => rm(at('backup'), { recursive: true }).then(() => write('backup', '')), 'is not a folder'],
  [
    'is another folder',
    () => rm(at('backup'), { recursive: true }).then(() => write('backup/notes', '')),
    'holds no installation: installation.json is missing.',
  ],
  ['has half of its secrets', () => truncate(at('backup/installation.json'), 9), 'installation.json is damaged'],
  ['has no secrets', () => write('backup/installation.json', '3'), 'has format undefined'],
  ['has the secrets of another format', () => write('backup/installation.json', '{"format":2}'), 'has format 2'],
  [
    'is of a version that is too far ahead',
    () => write('backup/installation.json', JSON.stringify({ ...SECRETS, version: '9.0.0' })),
    'is of Assay 9.0.0; this is version',
  ],
  ['has half of the list of its files', () => truncate(at('backup/backup.json'), 9), 'was cut short'],
  ['lost a file', () => rm(at('backup/postgres/PG_VERSION')), 'postgres/PG_VERSION is missing. Copy it again'],
  [
    'lost its database and has half of a file',
    async () => {
      await rm(at('backup/postgres'), { recursive: true });
      await truncate(at('backup/artifacts/report'), 5);
    },
    'postgres/PG_VERSION is missing, artifacts/report has 5 bytes instead of 8. Copy',
  ],
])('a backup that %s is refused, and makes no data folder', async (_, change, words) => {
  await backUp();
  await change();
  const backup = await textsIn('backup');
  const { code, stdout, stderr } = await admin('restore', 'backup', '--data', 'restored');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(at('backup'));
  expect(stderr).toContain(words);
  expect(stderr).toContain(KUBERNETES);
  expect((await readdir(folder)).filter((name) => name.startsWith('restored'))).toEqual([]);
  expect(await textsIn('backup')).toEqual(backup);
});

test.each([
  ['has another file', 'other', () => write('other/notes', 'kept'), 'is not empty'],
  ['is a file', 'other', () => write('other', 'kept'), 'is not a folder'],
  ['is inside of the source', 'data/backup', async () => undefined, 'is inside of'],
  ['is the source', 'data', async () => undefined, 'is not empty'],
])('a target that %s is refused, and stays as it is', async (_, to, make, words) => {
  await make();
  await backUp();
  const before = await textsIn('.');
  for (const command of [
    ['backup', to, '--data', 'data'],
    ['restore', 'data', '--data', to],
  ])
    expect(await admin(...command)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(words) });
  expect(await textsIn('.')).toEqual(before);
});

test('a copy that fails leaves nothing, and tells why', async () => {
  await rm(at('data/postgres'), { recursive: true });
  const before = await textsIn('.');
  const { code, stderr } = await admin('backup', 'backup', '--data', 'data');
  expect([code, stderr]).toEqual([2, expect.stringMatching(/The copy into .* failed: .*postgres.*No such file/)]);
  expect(await readdir(folder)).toEqual(['data']);
  expect(await textsIn('.')).toEqual(before);
});

test.each([
  ['is not there', 'none', 'holds no installation'],
  ['has no database', 'without', 'holds no database: postgres.json is missing.'],
  ['was never started by this version', 'data', 'has the schema of an earlier Assay'],
])('a rekey of a folder that %s is refused, and the folder stays as it is', async (_, data, words) => {
  await write('without/installation.json', JSON.stringify(SECRETS));
  const before = await textsIn('.');
  expect(await admin('rekey', '--data', data)).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(`^assay: ${at(data)} ${words}.*\n  ${KUBERNETES}`)),
  });
  expect(await textsIn('.')).toEqual(before);
});
