import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedInstallation } from '../support/shared-installation.ts';
import { commandsOf, type AssayCommand } from './commands.ts';

let assay: AssayCommand;
let folder: string;
beforeAll(async () => {
  const installation = await sharedInstallation();
  folder = await mkdtemp(join(tmpdir(), 'assay-cli-suites-'));
  const run = commandsOf(installation, installation.api);
  assay = (words, around) => run(words, { folder, ...around });
  await assay(['server', 'add', 'everything', '--url', 'http://127.0.0.1:9/mcp']);
});
afterAll(() => rm(folder, { recursive: true }));

const suiteFile = (name: string, ...lines: string[]) =>
  ['assay: 1', 'id: smoke', `name: "${name}"`, 'servers: [everything]', 'cases:', ...lines, ''].join('\r\n');
const CASE = [
  '  - title: echo answers',
  '    steps:',
  '      - { id: call, kind: toolCall, serverName: everything, toolName: echo, arguments: { message: hi } }',
];
const NAME = 'Smoke: team/api ü';

test('a file with a byte order mark and CRLF is pushed, pulled, and pushed again unchanged', async () => {
  await writeFile(join(folder, 'smoke.yaml'), `\uFEFF${suiteFile(NAME, ...CASE)}`);
  const dry = await assay(['suite', 'push', 'smoke.yaml', '--dry-run']);
  expect(dry.stdout).toBe(`suite ${NAME} would be created, cases: 1 new, 0 changed, 0 unchanged, 0 deleted\n`);
  const pushed = await assay(['suite', 'push', 'smoke.yaml']);
  expect(pushed.stdout.replace(/suite_\w+/, '<id>')).toBe(
    `suite ${NAME} is created (<id>), cases: 1 new, 0 changed, 0 unchanged, 0 deleted\n`,
  );
  expect((await assay(['suite', 'pull', NAME, '-o', 'pulled.yaml'])).stdout).toBe('pulled.yaml is written.\n');
  expect((await assay(['suite', 'pull', NAME, '-o', 'pulled.yaml'])).stdout).toBe(
    'pulled.yaml is the suite already.\n',
  );
  expect((await assay(['suite', 'push', 'pulled.yaml'])).stdout).toContain('0 new, 0 changed, 1 unchanged, 0 deleted');
  expect((await assay(['suite', 'export', NAME])).stdout).toBe(await readFile(join(folder, 'pulled.yaml'), 'utf8'));
  await writeFile(join(folder, 'other.yaml'), 'mine');
  expect(await assay(['suite', 'pull', NAME, '-o', 'other.yaml'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--yes'),
  });
  expect(await readFile(join(folder, 'other.yaml'), 'utf8')).toBe('mine');
});

test('faults are told with line and column, and no file is pushed then', async () => {
  const bad = [
    '  - title: echo',
    '    iterations: 0',
    '    steps:',
    '      - { id: call, kind: toolCall, toolNmae: echo }',
  ];
  await writeFile(join(folder, 'good.yaml'), suiteFile('Other', ...CASE).replace('id: smoke', 'id: other'));
  await writeFile(join(folder, 'bad.yaml'), suiteFile('Bad', ...bad).replace('id: smoke', 'id: bad'));
  const { code, stdout, stderr } = await assay(['suite', 'push', 'good.yaml', 'bad.yaml']);
  expect([code, stdout]).toEqual([1, '']);
  const [first, ...faults] = stderr.trimEnd().split('\n');
  expect(first).toMatch(/^assay: bad\.yaml has \d faults\. Nothing was pushed\.$/);
  expect(faults).toContainEqual(expect.stringMatching(/^ {2}bad\.yaml:7:5 +cases\[0\]\.iterations +must be >= 1$/));
  expect(faults).toContainEqual(expect.stringMatching(/^ {2}bad\.yaml:9:9 +cases\[0\]\.steps\[0\]/));
  const names = JSON.parse((await assay(['suite', 'list', '--json', 'name'])).stdout) as { name: string }[];
  expect(names.map(({ name }) => name)).not.toContain('Other');
  expect(await assay(['suite', 'push', 'none.yaml'])).toMatchObject({
    code: 2,
    stderr: 'assay: none.yaml cannot be read (there is no such file)\n',
  });
});

test('a case is found by its title, and deleted only by its whole title', async () => {
  await assay(['suite', 'create', 'By hand', '--server', 'everything']);
  const body = JSON.stringify({ steps: [{ id: 'p', kind: 'prompt', prompt: 'Say hi' }] });
  expect(await assay(['case', 'create', 'by', 'Says: "hi"', '-d', '-'], { stdin: body })).toMatchObject({ code: 0 });
  expect(JSON.parse((await assay(['case', 'show', 'By hand', 'says'])).stdout)).toMatchObject({ title: 'Says: "hi"' });
  expect(await assay(['case', 'rm', 'By hand', 'says', '--yes'])).toMatchObject({ code: 2 });
  expect(await assay(['case', 'rm', 'By hand', 'Says: "hi"', '--yes'])).toMatchObject({ code: 0 });
  expect(await assay(['suite', 'rm', 'by', '--yes'])).toMatchObject({ code: 2 });
  expect(await assay(['suite', 'rm', 'By hand', '--yes'])).toMatchObject({ code: 0 });
});

test('a suite is scheduled and taken off its schedule', async () => {
  const file = suiteFile('Nightly', ...CASE).replace('id: smoke', 'id: nightly');
  await writeFile(join(folder, 'nightly.yaml'), file);
  await assay(['suite', 'push', 'nightly.yaml']);
  const set = await assay(['schedule', 'set', 'Nightly', '--cron', '0 3 * * *', '--utc'], { isPerson: true });
  expect([set.stderr, set.stdout]).toEqual([
    '',
    expect.stringMatching(/^ {2}on, 0 3 \* \* \* UTC\n {2}next {2}.* 03:00\n$/),
  ]);
  expect((await assay(['schedule', 'off', 'Nightly'])).stdout).toBe('suite Nightly runs no longer by itself.\n');
  expect((await assay(['schedule', 'show', 'Nightly'], { isPerson: true })).stdout).toMatch(/^ {2}off\n/);
});
