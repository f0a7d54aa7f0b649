import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sharedEverythingServer } from '@assay/testkit/mcp-servers/everything-server';
import { initializeResult, scriptedMcp } from '@assay/testkit/mcp-servers/scripted-mcp';
import { waitUntil } from '@assay/testkit/until';
import { runInProcess } from './support/command.ts';
import { startAssayProcess } from './support/assay-process.ts';

const entryOf = (name: string) =>
  fileURLToPath(import.meta.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`));
const EVERYTHING = [process.execPath, entryOf('everything')];

/** The folder of the suite files, and the folder for temporary files of commands, which must be empty after each. */
let folder: string;
let temporary: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-cli-'));
  temporary = join(folder, 'tmp');
  await mkdir(temporary);
  // Postgres may run as another user.
  await Promise.all([chmod(folder, 0o755), chmod(temporary, 0o1777)]);
  await write('suite.yaml', SUITE);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFile(join(folder, name), text);
const start = (args: readonly string[], env: Record<string, string> = {}) =>
  startAssayProcess(args, { folder, env: { TMPDIR: temporary, XDG_STATE_HOME: join(folder, 'state'), ...env } });
const run = (args: readonly string[], env?: Record<string, string>) => start(args, env).ended;
/** In this process, which has loaded the platform already: a process of its own takes two seconds of a processor for it. */
const runHere = (args: readonly string[], env: Record<string, string> = {}) =>
  runInProcess(args, { folder, env: { XDG_STATE_HOME: join(folder, 'state'), ...env } });

/** Left-overs of commands: folders of temporary files, and processes that name them. */
async function leftOvers(): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
  const processes = stdout.split('\n').filter((line) => line.includes(`${temporary}/assay-temporary-`));
  return [...(await readdir(temporary)).filter((name) => name.startsWith('assay-temporary-')), ...processes];
}

const call = (toolName: string, args: object, needle: string) =>
  `{ id: call, kind: toolCall, serverName: everything, toolName: ${toolName}, arguments: ${JSON.stringify(args)} }
      - { id: said, kind: assert, assertion: { type: toolResultContains, toolName: ${toolName}, needle: '${needle}' } }`;
const SUITE = `assay: 1
id: sums
name: Sums
servers: [everything]
cases:
  - id: right
    title: Adds two numbers
    steps:
      - ${call('get-sum', { a: 1, b: 2 }, '3')}
  - id: wrong
    title: Adds them wrongly
    steps:
      - ${call('get-sum', { a: 1, b: 2 }, '4')}
  - id: spoken
    title: Needs a model
    models: [{ model: openai/gpt-5 }]
    steps:
      - { id: ask, kind: prompt, prompt: 'Add 1 and 2' }
`;

test('a suite runs against a command, and traces of it are shown when its platform is gone', async () => {
  const { code, stdout, stderr } = await run(['test', 'suite.yaml', '--junit', 'out.xml', '--', ...EVERYTHING]);
  expect(stdout).toMatch(/■ 0\/1 +Adds them wrongly +response +\d/);
  expect(stdout).toContain('expected  a result that contains "4"');
  expect(stdout).toContain('at        suite.yaml:11');
  expect(stdout).toMatch(/\n■ Failed\. 1 of 2 trials passed, 50.%; the suite needs 100.%\./);
  expect(stdout).toContain('Traces: assay trace last\n');
  expect(stderr).toContain('Left out for want of a model: Needs a model (openai/gpt-5 needs OPENAI_API_KEY)');
  expect(code).toBe(1);
  expect(await readFile(join(folder, 'out.xml'), 'utf8')).toContain('<testsuite name="Sums" tests="2" failures="1"');
  expect(await leftOvers()).toEqual([]);

  const env = { XDG_STATE_HOME: join(folder, 'state') };
  const trace = await runInProcess(['trace', 'last'], { folder, env });
  expect(trace.stdout).toMatch(/^Adds them wrongly\ntrial 1 of 1 · failed at response/);
  expect(trace.stdout).toMatch(/→ tools\/call get-sum +\{"a":1,"b":2\}/);
  expect(await runInProcess(['trace', 'last', '--case', 'right'], { folder, env })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the last test kept no trace of "right". It has:\n  Adds them wrongly'),
  });
});

test('two commands at once do not meet, one with BOM and CRLF and a read-only home', async () => {
  await write('bom.yaml', `\uFEFF${SUITE.replaceAll('\n', '\r\n')}`);
  const { url } = await sharedEverythingServer({ transport: 'streamableHttp' });
  const [right, wrong] = await Promise.all([
    run(['test', 'bom.yaml', '--case', 'right', '--json', 'verdict', '--server', url], {
      HOME: '/proc',
      XDG_STATE_HOME: '',
    }),
    run(['test', 'suite.yaml', '-q', '--case', 'wrong', '--server', url]),
  ]);
  expect([right.code, JSON.parse(right.stdout)]).toEqual([0, { verdict: 'passed' }]);
  expect([wrong.code, wrong.stderr]).toEqual([1, '']);
  expect(await leftOvers()).toEqual([]);
});

test('several suites have one report and the worst exit code, also of one without a run', async () => {
  await write('other.yaml', SUITE.replace('id: sums', 'id: other').replace('name: Sums', 'name: Others'));
  await write('spoken.yaml', SUITE.replace('id: sums', 'id: spoken').replaceAll('id: right', 'id: written'));
  await write(
    'mcp.json',
    JSON.stringify({ mcpServers: { everything: { command: '${NODE}', args: [entryOf('everything')] } } }),
  );
  const suites = ['suite.yaml', 'other.yaml', 'spoken.yaml'];
  const args = ['test', ...suites, '--case', 'right', '--trials', '2', '--junit', 'both.xml'];
  const { code, stdout } = await runHere(args, { NODE: process.execPath });
  expect(stdout).toContain('◇ Not established. No trial ran. spoken.yaml: no case was chosen.\n');
  expect(stdout).toMatch(/● Sums, run 1: Passed\. 2 of 2 .*\n● Others, run 1: Passed\. 2 of 2 /);
  expect(code).toBe(3);
  const report = await readFile(join(folder, 'both.xml'), 'utf8');
  expect(report).toContain('<testsuites tests="2" failures="0"');
  // The platform ends with the command.
  expect(report).not.toContain('http://');
});

test('without a suite cases are drafted from the tools, and kept data can be opened', async () => {
  const args = ['test', '--trials', '1', '--keep', '--save', 'drafted.yaml', '--', process.execPath, entryOf('memory')];
  const { code, stdout, stderr } = await runHere(args, {
    PATH: process.env.PATH!,
    MEMORY_FILE_PATH: join(folder, 'memory.jsonl'),
  });
  expect(stderr).toMatch(/● memory-server [\d.]+ +ready in \d+ ms, protocol 2025-11-25, 9 tools/);
  expect(stderr).toMatch(/◇ lint +4 findings: 4 parameter description missing/);
  expect(stderr).toContain('6 cases were drafted from the tools. 1 uses a guessed argument (marked ?)');
  expect(stdout).toContain('● 1/1  create_entities');
  expect(stdout).toMatch(
    /● Passed\. 6 of 6 trials passed.*\n {2}Correct the suite, and run it: {2}assay test drafted\.yaml -- /,
  );
  expect(code).toBe(0);
  expect(await readFile(join(folder, 'drafted.yaml'), 'utf8')).toContain('servers:\n  - memory-server');
  const [, kept] = /Open it: {2}assay dev --data (\S+)\n/.exec(stderr)!;
  expect(await readdir(kept!)).toEqual(expect.arrayContaining(['api-key', 'installation.json', 'postgres.json']));
  await rm(kept!, { recursive: true });
});

test('a server whose names hold control characters is tested, and they reach no output', async () => {
  const { url, stop } = await scriptedMcp({
    initialize: (message) =>
      initializeResult(message, { serverInfo: { name: 'des\u001b[31mk\n', version: '1\u001b[2J' } }),
    'tools/list': () => ({ tools: [{ name: 'print', description: '\u001b[2J', inputSchema: { type: 'object' } }] }),
    'tools/call': () => ({ content: [{ type: 'text', text: '\u001b[31m\u202e' }], isError: true }),
  });
  const ends = await runHere(['test', '--trials', '1', '--reporter', 'text', '--junit', 'names.xml', '--server', url]);
  await stop();
  expect(ends.stderr).toMatch(/^● des␛\[31mk 1␛\[2J +ready in/m);
  expect(ends.stdout).toMatch(/^■ Failed\. 0 of 1 trial passed/m);
  expect(ends.code).toBe(1);
  const report = await readFile(join(folder, 'names.xml'), 'utf8');
  for (const text of [ends.stdout, ends.stderr, report])
    for (const raw of ['\u001b', '\u202e']) expect(text).not.toContain(raw);
});

test('a server that is down leaves the suite without a verdict, and says what to try', async () => {
  const args = ['test', 'suite.yaml', '--junit', 'down.xml', '--server', 'http://127.0.0.1:59999/mcp'];
  const { code, stdout } = await runHere(args);
  expect(stdout).toMatch(
    /^◇ Not established\. No trial ran\. suite\.yaml: Server "everything" could not be reached\.\n {2}Start the server/,
  );
  expect(code).toBe(3);
  expect(await readFile(join(folder, 'down.xml'), 'utf8')).toContain(
    '<testcase name="suite.yaml" classname="suite.yaml"><error message="Not established. No trial ran.">Server &quot;everything&quot;',
  );
});

const LONG = `assay: 1
id: long
name: Long
servers: [everything]
cases:
  - id: slow
    title: Works for a minute
    steps:
      - ${call('trigger-long-running-operation', { duration: 60, steps: 60 }, 'x')}
`;

test('Ctrl-C ends and removes everything', async () => {
  await write('long.yaml', LONG);
  const running = start(['test', 'long.yaml', '--', ...EVERYTHING]);
  await running.said('0 of 1 trials');
  const startedAt = performance.now();
  running.kill('SIGINT');
  const { code, stderr } = await running.ended;
  expect(performance.now() - startedAt).toBeLessThan(8_000);
  expect([code, stderr]).toEqual([130, expect.stringContaining('Interrupted: everything was ended and removed.\n')]);
  expect(await leftOvers()).toEqual([]);
});

test('a killed command leaves no process and no folder', async () => {
  await write('long.yaml', LONG);
  const running = start(['test', 'long.yaml', '--', ...EVERYTHING]);
  await running.said('0 of 1 trials');
  running.kill('SIGKILL');
  await running.ended;
  expect(await waitUntil(async () => (await leftOvers()).length === 0, 20_000)).toBe(true);
});

test.each<[string[], string]>([
  [['test'], 'there is nothing to test: give a suite file, --server <url>, or a command after --'],
  [['test', 'lost.yaml', '--server', 'http://x.example'], 'lost.yaml cannot be read (there is no such file)'],
  [['test', '--server', 'x.example'], '--server is an http or https URL'],
  [
    ['test', '--server', 'http://x.example', '--header', 'X-Key: abc'],
    'the value of X-Key is not taken from an argument',
  ],
  [
    ['test', '--server', 'http://x.example', '--header', 'X-Key: env:NONE'],
    'names the variable NONE, which is not set',
  ],
  [['test', '--server', 'http://x.example', '--', 'server'], 'the server is named twice'],
])('the command line %j is refused before anything starts', async (args, told) => {
  expect(await runInProcess(args, { folder })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(told),
  });
});

test('a server that a suite names and nothing describes is asked for', async () => {
  await mkdir(join(folder, 'alone'), { recursive: true });
  await write('alone/suite.yaml', SUITE);
  const { code, stderr } = await runInProcess(['test', 'suite.yaml'], { folder: join(folder, 'alone') });
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(
      'suite.yaml names the server "everything", and nothing says where it is.\n  assay test suite.yaml --server <url>',
    ),
  ]);
});

test('every fault of a suite file is told with its line, and nothing starts', async () => {
  await write('bad.yaml', SUITE.replace('id: right', 'id: wrong').replace('get-sum', '""'));
  const { code, stderr } = await runInProcess(['test', 'bad.yaml', '--server', 'http://x.example'], { folder });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^assay: bad\.yaml has .*\. Nothing was run\.\n {2}bad\.yaml:\d+:\d+ /),
  ]);
});
