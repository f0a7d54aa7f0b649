import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { testRelease } from './release-code.ts';
import { runProgram } from '../step.ts';

const services = [
  { name: 'notes', migrations: ['services/notes/migrations'] },
  { name: 'other', migrations: ['services/other/migrations'] },
];
const FIRST = 'services/notes/migrations/0001_notes.sql';
const SECOND = 'services/notes/migrations/0002_more.sql';

let db: TestDatabase;
let root: string;

const write = async (path: string, text: string) => {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
};
const git = async (...args: string[]) => {
  const { ok, output } = await runProgram('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
    cwd: root,
  });
  if (!ok) throw new Error(output);
};
const commit = async () => {
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Change');
};

/** The test of the invented release: it applies all migrations, then writes and reads as the release does. */
const releaseTest = (url: string) => `
import { readdirSync, readFileSync } from 'node:fs';
import pg from ${JSON.stringify(import.meta.resolve('pg'))};
const db = new pg.Client(${JSON.stringify(url)});
await db.connect();
try {
  await db.query('drop schema if exists release cascade; create schema release; set search_path = release');
  const folder = 'services/notes/migrations';
  for (const name of readdirSync(folder).sort()) await db.query(readFileSync(folder + '/' + name, 'utf8'));
  await db.query("insert into notes (id, title) values (1, 'a')");
  await db.query('select id, title from notes');
} finally {
  await db.end();
}
`;

beforeAll(async () => {
  db = await testDatabase({ folders: [] });
  root = await mkdtemp(join(tmpdir(), 'assay-invented-'));
  const name = { name: 'invented', version: '1.0.0' };
  await write('package.json', JSON.stringify({ ...name, scripts: { test: 'node services/notes/reads.mjs' } }));
  await write('package-lock.json', JSON.stringify({ ...name, lockfileVersion: 3, packages: { '': name } }));
  await write('services/notes/reads.mjs', releaseTest(db.url));
  await write(FIRST, 'create table notes (id int primary key, title text);');
  await git('init', '--quiet');
  await commit();
  await git('tag', 'v1.0.0');
});
afterAll(async () => {
  await db.drop();
  await rm(root, { recursive: true });
});

test.each<[string, string, string, object]>([
  ['serves on a schema with a new column', SECOND, 'alter table notes add column body text;', { passed: 1, failed: 0 }],
  [
    'fails on a schema that lacks a column which it reads',
    SECOND,
    'alter table notes drop column title;',
    {
      failed: 1,
      note: expect.stringMatching(/v1\.0\.0 fails on the new schema of notes:[^]*column "title"[^]*does not exist/),
    },
  ],
  [
    'keeps its migrations as they are',
    FIRST,
    'create table notes (id bigint primary key, title text);',
    { failed: 1, note: expect.stringContaining(FIRST) },
  ],
])('the code of a release %s', async (_, path, text, outcome) => {
  await write(path, text);
  await commit();
  expect(await testRelease(root, 'v1.0.0', services)).toMatchObject(outcome);
  await git('reset', '--quiet', '--hard', 'v1.0.0');
});

test('a release with the same schema is not tested', async () => {
  expect(await testRelease(root, 'v1.0.0', services)).toMatchObject({ passed: 1 });
});
