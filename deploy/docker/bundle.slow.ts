import { execFile, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { serviceSchemas } from '@assay/database/schemas';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { bundleImage, bundleProcesses } from './bundle.ts';

const suffix = randomBytes(4).toString('hex');
let out: string;
let processes: string[];
let db: TestDatabase;

/** Runs one process of the bundle until it ends, outside of the repository and its node_modules. */
const run = (name: string, env: Record<string, string>): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const node = execFile(process.execPath, [join(out, name, 'main.js')], { cwd: out, env }, (_error, stdout, stderr) =>
      resolve({ code: node.exitCode ?? -1, output: stdout + stderr }),
    );
  });

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'assay-bundle-'));
  [{ processes }, db] = await Promise.all([bundleProcesses(out), testDatabase({ folders: [] })]);
});

afterAll(async () => {
  const { rows } = await db.pool.query<{ role: string }>('select rolname as role from pg_roles where rolname like $1', [
    `%${suffix}`,
  ]);
  for (const { role } of rows) await db.pool.query(`drop owned by ${role} cascade; drop role ${role}`);
  await db.drop();
  await rm(out, { recursive: true });
});

test('every process is bundled whole: without settings each one names the settings it lacks', async () => {
  expect(processes).toEqual(expect.arrayContaining(['gateway', 'migrate']));
  for (const name of processes)
    // A setting that is missing stays missing: the migrations are not tried again.
    expect(await run(name, {})).toEqual({
      code: name === 'migrate' ? 2 : 1,
      output: expect.stringMatching(/_(URL|SECRET|ADDRESS) is missing/),
    });
});

test('a program that a service starts as a process of its own is bundled beside it', async () => {
  const reader = fork(join(out, 'runs/artifact-process.js'), { cwd: out, env: {}, serialization: 'advanced' });
  expect(await once(reader, 'message')).toEqual(['up', undefined]);
  reader.send({
    bytes: Buffer.from('<testsuite><testcase name="a"/></testsuite>'),
    artifact: { storageId: 'art_1', format: 'junit' },
  });
  expect(await once(reader, 'message')).toMatchObject([{ results: [{ caseTitle: 'a', passed: true }] }, undefined]);
});

test('worker threads of services are bundled beside them', async () => {
  const worker = new Worker(join(out, 'suites/suite-file-worker.js'), { workerData: ['{}'], env: {} });
  expect(await once(worker, 'message')).toMatchObject([{ result: { faults: expect.any(Array) } }]);
});

test.each(['diagnostics', 'runner'])(
  'the worker thread of a package is bundled beside %s, which uses it',
  async (name) => {
    const surface = { tools: [], resources: [], resourceTemplates: [], prompts: [], capabilities: {} };
    const worker = new Worker(join(out, name, 'surface-worker.js'), {
      workerData: { question: 'diff', from: surface, to: surface },
      env: {},
    });
    expect(await once(worker, 'message')).toMatchObject([{ result: [] }]);
  },
);

test('the conformance suite is bundled whole', async () => {
  const ended = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [join(out, 'runner/conformance-process.js'), 'list'],
      { cwd: out, env: {} },
      (_error, stdout) => resolve(stdout),
    );
  });
  expect(ended).toContain('server-initialize');
});

test('the bundled migrations prepare an empty database for every service', async () => {
  const schemas = serviceSchemas.map(({ name }) => name);
  const url = (name: string) =>
    Object.assign(new URL(db.url), { username: `${name}_${suffix}`, password: 'x' }).toString();
  const env = Object.fromEntries([...schemas, 'bus'].map((name) => [`${name.toUpperCase()}_DATABASE_URL`, url(name)]));
  expect(await run('migrate', { ...env, ADMIN_DATABASE_URL: db.url })).toMatchObject({ code: 0 });

  const { rows } = await db.pool.query<{ schemaname: string }>(
    `select distinct schemaname from pg_tables where tableowner like $1`,
    [`%${suffix}`],
  );
  expect(rows.map(({ schemaname }) => schemaname).sort()).toEqual([...schemas, 'bus'].sort());
});

/** The hash of every file of a folder, by its path, with its mode. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = files.toSorted().map(async (file): Promise<[string, string]> => {
    const hash = createHash('sha256').update(await readFile(file));
    return [relative(folder, file), `${((await stat(file)).mode & 0o777).toString(8)} ${hash.digest('hex')}`];
  });
  return Object.fromEntries(await Promise.all(contents));
}

test(
  'two builds of the image write the same bytes, readable for every user',
  async () => {
    const folders = [join(out, 'first'), join(out, 'second/at/another/place')];
    const mask = process.umask(0o077);
    try {
      for (const folder of folders) {
        await mkdir(folder, { recursive: true });
        await bundleImage(folder);
      }
    } finally {
      process.umask(mask);
    }
    const [first, second] = await Promise.all(folders.map(contentsOf));
    expect(Object.keys(first!)).toEqual(
      expect.arrayContaining(['gateway/main.js', 'console/index.html', 'sbom.cdx.json', 'LICENSE']),
    );
    expect(second).toEqual(first);
    expect(Object.values(first!).filter((content) => !content.startsWith('644 '))).toEqual([]);
  },
  // Vite builds the console twice.
  10 * 60_000,
);
