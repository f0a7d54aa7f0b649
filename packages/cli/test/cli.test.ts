import { hash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditEntryHash } from '@assay/contract/areas/audit-log/entry-hash';
import { parseSuiteFile } from '@assay/suite-file/parse-suite-file';
import { runInProcess, type Ended } from './support/command.ts';

const sha256 = (text: string) => hash('sha256', text, 'hex');

const main = join(import.meta.dirname, '../src/main.ts');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-cli-'));
});
afterAll(() => rm(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const write = async (name: string, text: string) => {
  await writeFile(at(name), text);
  return at(name);
};
/** The command in this process. */
const assay = (...args: string[]) => runInProcess(args);
/** The command as a process of its own, in the folder of the files. */
const assayProcess = (...args: string[]) =>
  new Promise<Ended>((resolve) => {
    const child = execFile(process.execPath, [main, ...args], { cwd: folder }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });

const GOOD = 'assay: 1\nid: a\nname: A\nservers: [s]\ncases: []\n';
const BAD = 'assay: 1\nid: a b\nname: A\nservers: [s]\ncases:\n  - title: x\n    steps: []\n';
const FOREIGN =
  'prompts: [hi]\nproviders: [openai:gpt-5]\ntests: [{assert: [{type: contains, value: hi}, {type: javascript, value: "1"}]}]\n';

test('a valid file prints nothing', async () => {
  expect(await assayProcess('suite', 'validate', await write('good.yaml', GOOD))).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
});

test('every fault of every file is printed with its file, line and column', async () => {
  await Promise.all([write('good.yaml', GOOD), write('bad.yaml', BAD)]);
  const { code, stdout } = await assayProcess('suite', 'validate', 'good.yaml', 'bad.yaml');
  expect(code).toBe(1);
  expect(stdout.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^bad\.yaml:2:1 \/id must match pattern/),
    expect.stringMatching(/^bad\.yaml:7:5 \/cases\/0\/steps must NOT have fewer than 1 items$/),
  ]);
});

test('faults are printed as JSON', async () => {
  const { code, stdout } = await assay('suite', 'validate', '--json=all', await write('bad.yaml', BAD));
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    valid: false,
    files: [
      {
        file: at('bad.yaml'),
        faults: [
          { path: '/id', message: expect.any(String), line: 2, column: 1 },
          { path: '/cases/0/steps', message: expect.any(String), line: 7, column: 5 },
        ],
      },
    ],
  });
});

test('a foreign file is converted and the fidelity of each case is printed on stderr', async () => {
  const { code, stdout, stderr } = await assay(
    'suite',
    'convert',
    await write('foreign.yaml', FOREIGN),
    '--server',
    'everything',
    '--server',
    'files',
  );
  expect(code).toBe(0);
  expect(parseSuiteFile(stdout)).toMatchObject({
    file: {
      id: 'foreign',
      servers: ['everything', 'files'],
      model: 'openai/gpt-5',
      cases: [{ import: { status: 'approximated' } }],
    },
  });
  expect(stderr).toMatch(/^approximated: hi \(.*javascript is not carried over/);
});

test('a converted suite can be written to a file as JSON', async () => {
  expect(
    await assay(
      'suite',
      'convert',
      await write('foreign.yaml', FOREIGN),
      '--server',
      's',
      '--model',
      'a/b',
      '--to',
      'json',
      '-o',
      at('out.json'),
    ),
  ).toMatchObject({ code: 0, stdout: '' });
  expect(JSON.parse(await readFile(at('out.json'), 'utf8'))).toMatchObject({ assay: 1, model: 'a/b' });
});

test('a converted suite is printed when its file is named -', async () => {
  const printed = await assay('suite', 'convert', await write('good.yaml', GOOD), '--to', 'json', '-o', '-');
  expect(printed).toEqual({ code: 0, stdout: expect.stringContaining('"assay": 1'), stderr: '' });
});

test('a foreign file that lacks a required choice is refused with its location', async () => {
  const { code, stderr } = await assay('suite', 'convert', await write('foreign.yaml', FOREIGN));
  expect(code).toBe(1);
  expect(stderr).toMatch(/^.*foreign\.yaml:1:1 \/servers is required/);
});

test("a file in Assay's format changes only its notation", async () => {
  expect(await assay('suite', 'convert', await write('good.yaml', GOOD), '--to', 'json')).toEqual({
    code: 0,
    stdout: expect.stringContaining('"assay": 1'),
    stderr: '',
  });
});

test('the schema is printed', async () => {
  const { code, stdout } = await assay('suite', 'schema');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
});

test.each([
  ['an unknown command', ['suite', 'dance']],
  ['no file', ['suite', 'validate']],
  ['a missing file', ['suite', 'validate', 'nope.yaml']],
  ['a file that is not text', ['suite', 'validate', process.execPath]],
  ['an unknown option', ['suite', 'validate', '--fast', 'x']],
  ['an unknown format', ['suite', 'convert', '--to', 'xml', 'x']],
  ['a tunnel without a name', ['tunnel', '--url', 'http://127.0.0.1:1/mcp']],
  ['a tunnel without a URL', ['tunnel', '--name', 'x']],
  ['a tunnel to an invalid URL', ['tunnel', '--name', 'x', '--url', 'file:///etc/passwd']],
  ['a folder as a file', ['suite', 'convert', '.']],
])('%s is reported as wrong usage with exit code 2', async (_, args) => {
  const { code, stdout, stderr } = await assay(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).not.toMatch(/^\s*at /m);
  expect(stderr).not.toBe('');
});

test('help exits with code 0', async () => {
  expect(await assayProcess('--help')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Assay tests and evaluates MCP servers.'),
  });
});

test('a call without the credential that its command needs is a refused sign-in', async () => {
  expect(await assay('tunnel', '--url', 'http://127.0.0.1:1/mcp', '--name', 'x')).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('assay: not signed in.'),
  });
});

test('an exported audit log is verified, and a changed or missing entry is told of', async () => {
  let previousHash: string | undefined;
  const lines = [1, 2, 3].map((at) => {
    const entry = {
      id: `audit_${at}`,
      at,
      operation: 'signIn',
      actor: {},
      target: {},
      outcome: 'done' as const,
      requestId: 'req',
    };
    const hash = auditEntryHash(sha256, previousHash, entry);
    const line = JSON.stringify({ ...entry, previousHash, hash });
    previousHash = hash;
    return line;
  });
  const file = await write('log.ndjson', `${lines.join('\n')}\n`);
  expect(await assay('audit', 'verify', file, '--includes', previousHash!)).toMatchObject({
    code: 0,
    stdout: `3 entries are complete and unchanged; the last hash is ${previousHash}\n`,
  });
  const cut = await write('cut.ndjson', [lines[0], lines[2]!.replace('signIn', 'signOut')].join('\n'));
  expect(await assay('audit', 'verify', cut, '--includes', 'ab')).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^entry 2 \(audit_3\) does not follow .*\nentry 2 \(audit_3\) is not as .*\nno entry has the hash ab\n$/,
    ),
  });
});

test.each([
  ['text', 'x'],
  ['an error body', '{"code":"NOT_FOUND","message":"No such organization."}'],
  ['null', 'null'],
])('a line with %s in place of an audit entry is named', async (_, line) => {
  const file = await write('no.ndjson', `${line}\n`);
  expect(await assay('audit', 'verify', file)).toMatchObject({
    code: 2,
    stderr: `assay: ${file}:1 is not a line of an exported audit log\n`,
  });
});
