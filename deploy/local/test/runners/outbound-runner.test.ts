import type { EvalTestStep } from '@assay/sdk';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@assay/postgres/free-port';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import type { ListeningServer } from '@assay/testkit/listen';
import { startModelEndpoint, type ModelEndpoint } from '@assay/testkit/model-endpoint/model-endpoint';
import { waitUntil } from '@assay/testkit/until';
import { assertStep, toolCall, type Api, answerOf } from '../support/api.ts';
import { startGuarded } from './guarded.ts';
import { startHoldingServer, type HoldingServer } from '../support/holding-server.ts';
import { commandLine } from '../support/assay-command.ts';
import { launchRunner, type LaunchedProcess } from '../support/launch.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import type { Person } from '../support/person.ts';

const KEY = 'of-the-platform';

let platform: Installation;
let faulty: FaultyServer;
let holding: HoldingServer;
let guarded: ListeningServer;
let model: ModelEndpoint;
let api: Api;
let owner: Person;
let edge: string;
let folder: string;
let organizationId: string;
const runners: LaunchedProcess[] = [];

beforeAll(async () => {
  const port = await freePort();
  edge = `127.0.0.1:${port}`;
  [platform, faulty, holding, folder] = await Promise.all([
    startInstallation({ RUNNER_PORT: String(port), RUNNER_NAME: 'main', LEASE_MS: '3000', MAX_CONCURRENT_RUNS: '20' }),
    startFaultyServer(),
    startHoldingServer(),
    mkdtemp(join(tmpdir(), 'assay-outbound-')),
  ]);
  guarded = await startGuarded(faulty.url('/tools'), KEY);
  model = await startModelEndpoint(() => ({ text: 'Nothing to do.', usage: { input: 30, output: 4 } }));
  ({ api } = platform);
  owner = await platform.owner();
  organizationId = (await api.assay.listOrganizations()).items[0]!.id;
});
afterEach(() => Promise.all(runners.splice(0).map((runner) => runner.kill('SIGKILL'))));
afterAll(async () => {
  await platform.stop();
  await Promise.all([faulty.stop(), holding.stop(), guarded.stop(), model.stop(), rm(folder, { recursive: true })]);
});

const newToken = (labels: string[]): Promise<{ id: string; token: string }> =>
  owner.assay.createRunnerToken({ organizationId }, { name: 'lab', labels });
const rows = async <Row extends object>(text: string, ...values: string[]): Promise<Row[]> =>
  (await platform.pool.query<Row>(text, values)).rows;
const workersOf = async (runId: string) => [
  ...new Set(
    (
      await rows<{ name: string }>(
        `select split_part(runner_id, '/', 1) as name from runs.iterations where run_id = $1`,
        runId,
      )
    ).map(({ name }) => name),
  ),
];

/** A runner that gets only an address and a token of the platform, and records the addresses that it dials. */
function startOutside(
  name: string,
  token: string,
  more: Record<string, string> = {},
): LaunchedProcess & { dialled(): Promise<string[]> } {
  const file = join(folder, name);
  const runner = launchRunner({
    RUNNER_TOKEN: token,
    PLATFORM_ADDRESS: `http://${edge}`,
    RUNNER_NAME: name,
    LOG_LEVEL: 'info',
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'dialled.ts')}`,
    DIALLED_FILE: file,
    ...more,
  });
  runners.push(runner);
  return { ...runner, dialled: async () => [...new Set((await readFile(file, 'utf8')).trim().split('\n'))] };
}

let suites = 0;
async function suiteOn(server: object, steps: (name: string) => EvalTestStep[], runs = 1): Promise<string> {
  const name = `suite-${++suites}`;
  const serverId = await api.saveServer(name, guarded.origin, { headers: { 'x-key': KEY }, ...server });
  return (
    await api.assay.createEvalSuite(
      { projectId: api.projectId },
      {
        name,
        serverIds: [serverId],
        model: 'scripted/rules',
        tests: [{ title: 't', steps: steps(name), runs }],
      },
    )
  ).suiteId;
}
const echo = (name: string) => [
  toolCall('call', name, 'echo', { n: 1 }),
  assertStep('a', { type: 'toolResultContains', needle: '"n":1' }),
];
const passed = { status: 'completed', result: 'passed' };
/** The timeout is long because the runner may still have to start. */
const finished = (runId: string) => api.finishedRun(runId, 60_000);

test('a runner that the command line starts takes work with its labels, until Ctrl-C', async () => {
  const waiting = await api.startRun({ suiteId: await suiteOn({ runnerLabels: ['near'] }, echo) });
  const { token } = await newToken(['near']);
  const args = [commandLine, 'runner', 'start', '--address', edge, '--name', 'typed', '--label', 'near'];
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, HOME: folder } });
  const ended = once(child, 'exit');
  child.stdin.end(`${token}\n`);
  expect(await finished(waiting)).toMatchObject(passed);
  expect(await workersOf(waiting)).toEqual(['typed']);
  child.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
});

test("the platform's runner takes work without labels, one outside work with its labels", async () => {
  const labelled = await suiteOn({ runnerLabels: ['lab'] }, echo, 3);
  const plain = await suiteOn({}, echo, 3);
  const waiting = await api.startRun({ suiteId: labelled });
  expect(await finished(await api.startRun({ suiteId: plain }))).toMatchObject(passed);
  expect(await api.run(waiting)).toMatchObject({ status: 'pending' });

  const { token } = await newToken(['lab']);
  const outside = startOutside('outside', token);
  expect(await finished(waiting)).toMatchObject({ ...passed, summary: { total: 3, passed: 3 } });
  expect(await workersOf(waiting)).toEqual(['outside']);
  const [first] = await api.iterations(waiting);
  expect((await api.trace(waiting, first!.id)).toolCalls).toMatchObject([{ toolName: 'echo', isError: false }]);

  const both = await Promise.all([labelled, plain].map((suiteId) => api.startRun({ suiteId })));
  for (const runId of both) expect(await finished(runId)).toMatchObject(passed);
  expect(await Promise.all(both.map(workersOf))).toEqual([['outside'], ['main']]);
  expect((await outside.dialled()).sort()).toEqual([edge, new URL(guarded.origin).host].sort());
});

test('a label that its token does not allow gets it no work, and it says why', async () => {
  const suiteId = await suiteOn({ runnerLabels: ['other'] }, echo);
  const runId = await api.startRun({ suiteId });
  const { token } = await newToken(['lab']);
  const presumptuous = startOutside('presumptuous', token, { RUNNER_LABELS: 'lab,other' });
  await presumptuous.said('does not stand for the label');
  expect(await api.run(runId)).toMatchObject({ status: 'pending' });
  await answerOf(api.assay.cancelEvalRun.withResponse({ projectId: api.projectId, runId }, {}));
});

test('a runner with a revoked token ends, and another one does its work', async () => {
  const suiteId = await suiteOn(
    { runnerLabels: ['lab'], url: holding.url },
    (name) => [toolCall('call', name, 'print')],
    2,
  );
  const { id, token } = await newToken(['lab']);
  const revoked = startOutside('revoked', token);
  const runId = await api.startRun({ suiteId });
  await waitUntil(() => holding.started === 2, 60_000);
  await owner.assay.revokeRunnerToken({ organizationId, tokenId: id });
  expect(await revoked.exited).toBe(1);
  expect(revoked.stdout.join('\n')).toMatch(/refuses this runner.*RUNNER_TOKEN/);
  expect(revoked.stdout.join('\n')).not.toContain(token.slice(3));

  holding.letGo();
  startOutside('successor', (await newToken(['lab'])).token);
  expect(await finished(runId)).toMatchObject({ ...passed, summary: { total: 2, passed: 2 } });
  expect(await workersOf(runId)).toEqual(['successor']);
});

test('a token that was never issued ends its runner at once', async () => {
  const forger = startOutside('forger', `rt_${'x'.repeat(43)}`);
  expect(await forger.exited).toBe(1);
  expect(forger.stdout.join('\n')).toContain('refuses this runner');
});

test('a runner of another organization is given no work of this one', async () => {
  const stranger = `rt_${'s'.repeat(43)}`;
  await rows(`insert into catalog.organizations (id, name) values ('org_other', 'Other')`);
  await platform.pool.query(
    `insert into catalog.runner_tokens (id, organization_id, name, labels, hash, prefix, created_by) select 'token_other', 'org_other', 'x', '{lab}', $1, 'rt_sssss', id from catalog.users limit 1`,
    [createHash('sha256').update(stranger).digest()],
  );
  const runId = await api.startRun({ suiteId: await suiteOn({ runnerLabels: ['lab'] }, echo) });
  const asked = () =>
    rows<{ at: Date | null }>(`select last_used_at as at from catalog.runner_tokens where id = 'token_other'`);
  startOutside('stranger', stranger);
  await waitUntil(async () => (await asked())[0]!.at !== null, 60_000);
  startOutside('native', (await newToken(['lab'])).token);
  expect(await finished(runId)).toMatchObject(passed);
  expect(await workersOf(runId)).toEqual(['native']);
});

test('a key of a model from the caller reaches a runner outside, and its usage is recorded', async () => {
  const suiteId = await suiteOn({ runnerLabels: ['lab'] }, () => [
    { id: 'ask', kind: 'prompt', prompt: 'Do nothing.' },
    { id: 'idle', kind: 'assert', assertion: { type: 'toolNeverCalled', toolName: 'echo' } },
  ]);
  const thinker = startOutside('thinker', (await newToken(['lab'])).token, {
    OPENAI_BASE_URL: model.openaiUrl,
    OPENAI_API_KEY: 'of-the-runner',
  });
  const runId = await api.startRun({ suiteId, model: 'openai/thinker', modelApiKeys: { openai: 'brought' } });
  expect(await finished(runId)).toMatchObject(passed);
  expect(model.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer brought']);
  const calls = await waitUntil(async () => {
    const found = await rows<{ input: string; output: string }>(
      "select input_tokens as input, output_tokens as output from catalog.model_calls where run_id = $1 and state = 'settled'",
      runId,
    );
    return found.length > 0 && found;
  });
  expect(calls.map(({ input, output }) => [Number(input), Number(output)])).toEqual([[30, 4]]);
  expect((await thinker.dialled()).sort()).toEqual(
    [edge, new URL(guarded.origin).host, new URL(model.openaiUrl).host].sort(),
  );
});

test('a runner uses credentials that it holds itself, and not the saved ones', async () => {
  const suiteId = await suiteOn({ runnerLabels: ['lab'], headers: { 'x-key': 'long out of date' } }, echo);
  const file = join(folder, 'credentials.json');
  await writeFile(
    file,
    JSON.stringify({
      [`${api.projectId}/suite-${suites}`]: { origin: guarded.origin, headers: { 'x-key': KEY } },
    }),
  );
  startOutside('keeper', (await newToken(['lab'])).token, { RUNNER_CREDENTIALS_FILE: file });
  expect(await finished(await api.startRun({ suiteId }))).toMatchObject(passed);
});
