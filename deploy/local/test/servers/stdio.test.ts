import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DoctorReport } from '@assay/contract/areas/diagnosis/documents';
import { freePort } from '@assay/postgres/free-port';
import { stdioServerFile } from '@assay/testkit/mcp-servers/stdio-command';
import { waitUntil } from '@assay/testkit/until';
import { callOf, assertStep, toolCall, type Api, answerOf } from '../support/api.ts';
import { launchRunner, type LaunchedProcess } from '../support/launch.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

const NODE = process.execPath;
const STARTER = { RUNNER_ALLOWED_COMMANDS: NODE, PATH: dirname(NODE) };
const packaged = (name: string) => fileURLToPath(import.meta.resolve(`@modelcontextprotocol/${name}/dist/index.js`));

let platform: Installation;
let api: Api;
let folder: string;
let edge: string;
const runners: LaunchedProcess[] = [];
const start = async (env: Record<string, string>): Promise<LaunchedProcess> => {
  const runner = launchRunner({ ...STARTER, LOG_LEVEL: 'info', ...env });
  runners.push(runner);
  await runner.said('"started"');
  return runner;
};

beforeAll(async () => {
  const port = await freePort();
  edge = `127.0.0.1:${port}`;
  [platform, folder] = await Promise.all([
    startInstallation({ RUNNER_PORT: String(port), MAX_CONCURRENT_RUNS: '20', ...STARTER }),
    mkdtemp(join(tmpdir(), 'assay-stdio-test-')),
  ]);
  ({ api } = platform);
  await writeFile(join(folder, 'note.txt'), 'the quick brown fox');
});
afterEach(() => Promise.all(runners.splice(0).map((runner) => runner.kill('SIGKILL'))));
afterAll(async () => {
  await platform.stop();
  await rm(folder, { recursive: true });
});

/** Starts runners on one token: commands are started only outside of the mesh. */
async function outside(labels: string[]): Promise<(env?: Record<string, string>) => Promise<LaunchedProcess>> {
  const { id: organizationId } = (await api.assay.listOrganizations()).items[0]!;
  const { token } = await (
    await platform.owner()
  ).assay.createRunnerToken({ organizationId }, { name: labels[0]!, labels });
  return (env = {}) => start({ RUNNER_TOKEN: token, PLATFORM_ADDRESS: `http://${edge}`, ...env });
}

let count = 0;
const save = async (args: string[], more: object = {}): Promise<{ id: string; name: string }> =>
  api.assay.createProjectServer(
    { projectId: api.projectId },
    {
      name: `command-${++count}`,
      transportType: 'stdio',
      command: NODE,
      args,
      enabled: true,
      ...more,
    },
  );
const validate = (id: string) =>
  answerOf(api.assay.validateServer.withResponse({ projectId: api.projectId, serverId: id }));
const call = (id: string, toolName: string, parameters: Record<string, unknown> = {}) =>
  callOf<{ content: { text: string }[] }>(api, id, toolName, parameters);
const runsWith = async (marker: string): Promise<boolean> =>
  (await promisify(execFile)('ps', ['-eo', 'args'])).stdout
    .split('\n')
    .some((line) => line.includes(marker) && line.includes(stdioServerFile));

test('server-everything is validated and diagnosed as any other server', async () => {
  const { id } = await save([packaged('server-everything'), 'stdio']);
  expect((await validate(id)).body).toMatchObject({
    success: true,
    initInfo: { transport: 'stdio', capabilities: { tools: {} } },
  });
  expect(await api.assay.runDoctor({ projectId: api.projectId, serverId: id })).toMatchObject({
    status: 'ready',
    error: null,
    initInfo: { transport: 'stdio' },
  });
});

test.each<[string, () => string[], string, () => object, RegExp]>([
  [
    'server-filesystem',
    () => [packaged('server-filesystem'), folder],
    'read_text_file',
    () => ({ path: join(folder, 'note.txt') }),
    /quick brown fox/,
  ],
  [
    'server-memory',
    () => [packaged('server-memory')],
    'create_entities',
    () => ({ entities: [{ name: 'fox', entityType: 'animal', observations: ['quick'] }] }),
    /fox/,
  ],
  [
    'server-sequential-thinking',
    () => [packaged('server-sequential-thinking')],
    'sequentialthinking',
    () => ({ thought: 'a', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }),
    /thoughtNumber/,
  ],
])('%s is listed and called as any other server', async (name, args, tool, parameters, said) => {
  const { id } = await save(
    args(),
    name === 'server-memory' ? { env: { MEMORY_FILE_PATH: join(folder, 'memory.json') } } : {},
  );
  expect(
    (await api.assay.listTools({ projectId: api.projectId, serverId: id })).items.map((each) => each.name),
  ).toContain(tool);
  const answer = await call(id, tool, { ...parameters() });
  expect([answer.status, JSON.stringify(answer.body.content)]).toEqual([200, expect.stringMatching(said)]);
  if (name === 'server-memory') await stat(join(folder, 'memory.json'));
});

test('a suite runs on a command as on any other server', async () => {
  const { id, name } = await save([packaged('server-everything'), 'stdio']);
  const steps = [
    toolCall('call', name, 'echo', { message: 'hi' }),
    assertStep('a', { type: 'toolResultContains', needle: 'Echo: hi' }),
  ];
  const runId = await api.startRun({ suiteName: 'commands', serverIds: [id], tests: [{ title: 't', steps, runs: 3 }] });
  expect(await api.finishedRun(runId)).toMatchObject({
    status: 'completed',
    result: 'passed',
    summary: { total: 3, passed: 3 },
  });
});

test('a command that is not allowed is refused with the setting to change, and not started', async () => {
  const file = join(folder, 'started');
  const { id } = await save(['-c', `echo > ${file}`], { command: '/bin/sh' });
  expect(await validate(id)).toMatchObject({
    status: 403,
    body: {
      code: 'FORBIDDEN',
      message: expect.stringContaining('RUNNER_ALLOWED_COMMANDS'),
      details: { serverId: id, cause: 'command_not_allowed', command: '/bin/sh' },
    },
  });
  await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('the output of a crashing command is reported, without the secrets in it', async () => {
  const { id } = await save([stdioServerFile], { env: { PRINTER_KEY: 'wellhidden' } });
  const { status, body } = await call(id, 'die');
  expect([status, body]).toMatchObject([
    502,
    {
      code: 'SERVER_UNREACHABLE',
      details: { exitCode: 3, stderr: expect.stringMatching(/the key is \[redacted\]\nthe printer is on fire/) },
    },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/hunter2|wellhidden/);
  expect(await api.assay.runDoctor({ projectId: api.projectId, serverId: id })).toMatchObject({ status: 'ready' });
});

test('a command has the present value of a secret in its environment, and is not quoted with it', async () => {
  const { id: secretId } = await api.assay.createSecret(
    { projectId: api.projectId },
    { name: 'printer', value: 'first-value' },
  );
  const env = { PRINTER_KEY: { secretId, prefix: 'key ' } };
  const { id } = await save([packaged('server-everything'), 'stdio'], { env });
  const printed = async () => (await call(id, 'get-env')).body.content[0]!.text;
  expect(JSON.parse(await printed())).toMatchObject({ PRINTER_KEY: 'key first-value' });
  await api.assay.updateSecret({ projectId: api.projectId, secretId }, { value: 'second-value' });
  expect(JSON.parse(await printed())).toMatchObject({ PRINTER_KEY: 'key second-value' });
  const broken = await save([stdioServerFile], { env });
  expect(JSON.stringify((await call(broken.id, 'die')).body)).not.toContain('second-value');
});

test('a missing runner with the labels is reported', async () => {
  const { id } = await save([stdioServerFile], { runnerLabels: ['nowhere'] });
  expect(await validate(id)).toMatchObject({
    status: 422,
    body: { code: 'FEATURE_NOT_SUPPORTED', details: { serverId: id, labels: ['nowhere', 'stdio'] } },
  });
});

test('the command ends when the caller goes away', async () => {
  const { id } = await save([stdioServerFile, 'healthy', 'marked-for-leaving']);
  const leaving = new AbortController();
  const gone = answerOf(
    api.assay.callTool.withResponse(
      { projectId: api.projectId, serverId: id },
      { toolName: 'hang', parameters: {} },
      { signal: leaving.signal },
    ),
  ).catch((error: unknown) => error);
  await waitUntil(() => runsWith('marked-for-leaving'));
  leaving.abort();
  await gone;
  expect(await waitUntil(async () => !(await runsWith('marked-for-leaving')))).toBe(true);
});

describe('when its runner is killed,', () => {
  let [examined, called]: [DoctorReport?, object?] = [];

  // Leases expire after 15 s; both tests wait for it together.
  beforeAll(async () => {
    const mortal = await outside(['mortal', 'stdio']);
    const [late, hanging, first] = await Promise.all([
      save([stdioServerFile, 'late'], { runnerLabels: ['mortal'], env: { LATE_FILE: join(folder, 'late') } }),
      save([stdioServerFile, 'healthy', 'marked-for-once'], { runnerLabels: ['mortal'] }),
      mortal(),
    ]);
    const patient = api.waiting(90_000);
    const examining = answerOf(
      patient.assay.runDoctor.withResponse({ projectId: patient.projectId, serverId: late.id }),
    );
    const calling = answerOf(
      patient.assay.callTool.withResponse(
        { projectId: patient.projectId, serverId: hanging.id },
        {
          toolName: 'hang',
          parameters: {},
        },
      ),
    );
    await waitUntil(async () => (await stat(join(folder, 'late'))) && runsWith('marked-for-once'), 30_000);
    await first.kill('SIGKILL');
    await mortal();
    [examined, called] = [(await examining).body, await calling];
  }, 120_000);

  test('a diagnosis is handed to another one', () => expect(examined).toMatchObject({ status: 'ready' }));

  test('a call is not repeated, and its unknown outcome is reported', () => {
    expect(called).toMatchObject({
      status: 502,
      body: { code: 'SERVER_UNREACHABLE', message: expect.stringContaining('It is unknown whether') },
    });
  });

  test('a command learns the end of its session from the end of its input', async () =>
    expect(await runsWith('marked-for-once')).toBe(false));
});

test('a runner outside starts commands that its token allows, with credentials of its own', async () => {
  const start = await outside(['desk', 'stdio']);
  const { id, name } = await save([stdioServerFile], {
    runnerLabels: ['desk'],
    env: { PRINTER_KEY: 'of the platform' },
  });
  await start({
    RUNNER_CREDENTIALS: JSON.stringify({
      [id]: { command: NODE, args: [stdioServerFile], env: { PRINTER_KEY: 'of the runner' } },
    }),
  });
  expect((await validate(id)).body).toMatchObject({ success: true });
  const { env } = JSON.parse((await call(id, 'environment')).body.content[0]!.text) as { env: Record<string, string> };
  expect(env).toMatchObject({ PATH: dirname(NODE), PRINTER_KEY: 'of the runner' });
  const runId = await api.startRun({
    suiteName: 'outside',
    serverIds: [id],
    tests: [
      { title: 't', steps: [toolCall('call', name, 'echo', { n: 1 }), assertStep('a', { type: 'noToolErrors' })] },
    ],
  });
  expect(await api.finishedRun(runId)).toMatchObject({ result: 'passed' });
});
