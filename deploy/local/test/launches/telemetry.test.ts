import { declaredMetrics } from '@assay/check/docs/declared-metrics';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startRecording, type RecordingProxy } from '@assay/testkit/mcp-servers/recording-proxy';
import { startModelEndpoint, type ModelEndpoint } from '@assay/testkit/model-endpoint/model-endpoint';
import { waitUntil } from '@assay/testkit/until';
import { assertStep, type Api } from '../support/api.ts';
import { launchTraced } from './launch-traced.ts';
import { TracedPlatform } from './traced-platform.ts';

const MODEL = 'openai/thinker';
const START_MS = 120_000;

const platform = new TracedPlatform();
let [api, url]: [Api, string] = [undefined!, ''];
let everything: McpServerProcess;
let proxy: RecordingProxy;
let model: ModelEndpoint;
let serverId: string;

beforeAll(async () => {
  model = await startModelEndpoint(() => ({ text: 'It is 42.' }));
  [{ api, url }, everything] = await Promise.all([
    platform.start(await platform.receive(), {
      AGENT_MODEL: MODEL,
      MAX_CONCURRENT_RUNS: '20',
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
      HOSTED_MODELS: JSON.stringify([{ id: MODEL, inputUsdPerMillion: 2, outputUsdPerMillion: 10 }]),
      OPENAI_API_KEY: 'sk-operator',
      OPENAI_BASE_URL: model.openaiUrl,
    }),
    sharedEverythingServer({ transport: 'streamableHttp' }),
  ]);
  proxy = await startRecording(everything.url);
  serverId = await api.saveServer('everything', proxy.url);
}, START_MS);
afterAll(() => Promise.all([platform.stop(), proxy.stop(), everything.stop(), model.stop()]));

/** The calls between services that a request causes. */
async function callsOf(method: string, path: string, body?: object): Promise<string[]> {
  const request = platform.newRequest();
  const answer = await api.fetch(`/api/v1${path}`, {
    method,
    headers: request.headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([answer.status, '']);
  return request.calls();
}
const inProject = (path: string) => `/projects/${api.projectId}${path}`;

async function environment(name: string): Promise<string> {
  const { assay, projectId } = api;
  const config = { modelId: MODEL, serverIds: [serverId] };
  const { id: hostId } = await assay.createClient({ projectId }, { name, config });
  return (await assay.createEnvironment({ projectId }, { name, hostId })).id;
}

async function suite(name: string, settings: object = {}): Promise<string> {
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name,
      serverIds: [serverId],
      model: MODEL,
      ...settings,
      tests: [
        {
          title: 'asks',
          steps: [
            { id: 'ask', kind: 'prompt', prompt: 'What is the sum of 2 and 40?' },
            assertStep('said', { type: 'responseContains', needle: '42' }),
          ],
        },
      ],
    },
  );
  return suiteId;
}

const RUN = ['Authoring/FreezeSuite', 'Bundles/ResolveBundle', 'Directory/PrepareLaunch'];

test('a launch of a suite asks catalog once', async () => {
  const suiteId = await suite('plain');
  const launch = (body: object = {}) => callsOf('POST', inProject('/eval-runs'), { suiteId, ...body });
  // The server has answered no launch yet.
  expect(await launch()).toEqual([...RUN.slice(0, 2), 'Connections/ConnectServer', 'Directory/PrepareLaunch']);
  expect(await launch()).toEqual(RUN);
  expect(await launch({ model: MODEL })).toEqual(RUN);
});

test('a launch of a suite with a judge and a budget asks catalog once, and sets the budget', async () => {
  const suiteId = await suite('judged', { judge: { enabled: true, autoRun: true, model: MODEL } });
  const budgeted = { suiteId, model: MODEL, budget: { usd: 1 } };
  expect(await callsOf('POST', inProject('/eval-runs'), budgeted)).toEqual([...RUN, 'Ledger/SetRunBudget']);
});

test('the disclosure of a launch asks catalog once', async () => {
  const suiteId = await suite('disclosed');
  expect(await callsOf('GET', inProject(`/eval-suites/${suiteId}/run-disclosure`))).toEqual(RUN);
});

test('a launch of a journey asks catalog once for all targets, and sets its cap', async () => {
  const environmentIds = [await environment('today'), await environment('tomorrow')];
  const { assay, projectId } = api;
  const { id: personaId } = await assay.createPersona({ projectId }, { name: 'Ada', role: 'engineer' });
  const journey = { goal: 'A sum.', personaId, environmentIds, sessionsPerTarget: 1, maxTurns: 1 };
  const { id: journeyId } = await assay.createJourney({ projectId }, journey);
  const path = inProject(`/journeys/${journeyId}/runs`);
  const plain = ['Bundles/ResolveBundle', 'Bundles/ResolveBundle', 'Directory/PrepareLaunch'];
  expect(await callsOf('POST', path, {})).toEqual(plain);
  expect(await callsOf('POST', path, { maxCostUsd: 1 })).toEqual([...plain, 'Ledger/SetRunBudget']);
});

test('the first message of a chat session asks catalog once for its servers and its model', async () => {
  const { projectId } = api;
  const say = (body: object) => callsOf('POST', '/chat-sessions/messages', { projectId, message: 'Sum?', ...body });
  const selected = await say({ idempotencyKey: 'servers', serverIds: [serverId], modelId: MODEL });
  expect(launchCalls(selected)).toEqual(['Directory/PrepareLaunch']);
  const environmentId = await environment('chat');
  expect(launchCalls(await say({ idempotencyKey: 'environment', environmentId }))).toEqual(['Directory/PrepareLaunch']);
});

test('an agent turn asks catalog once for its model', async () => {
  const turn = { idempotencyKey: 'agent', messages: [{ role: 'user', content: 'Sum?' }] };
  expect(launchCalls(await callsOf('POST', inProject('/agent'), turn))).toEqual(['Directory/GrantModels']);
});

test('a visit asks once whether visits are allowed, and its first message once for the launch', async () => {
  const environmentId = await environment('study');
  const study = await api.assay.publishStudy({ projectId: api.projectId, environmentId }, { mode: 'anyone_with_link' });
  const send = async (path: string, body: object, more: Record<string, string> = {}) => {
    const request = platform.newRequest();
    const answer = await fetch(new URL(`${new URL(study.link!).pathname}/visit${path}`, url), {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...request.headers, 'content-type': 'application/json', ...more },
    });
    expect([200, 202]).toContain(answer.status);
    return { calls: await request.calls(), cookie: answer.headers.getSetCookie()[0]?.split(';')[0] };
  };
  const begun = await send('', { consent: true });
  expect(begun.calls).toEqual(['Features/ListFeatures']);
  const headers = { cookie: begun.cookie!, 'idempotency-key': 'first' };
  const said = await send('/messages', { text: 'Sum?' }, headers);
  expect(said.calls).toEqual(['Directory/PrepareLaunch', 'Features/ListFeatures']);
});

test('a catalogue lab asks catalog once for its model, and sets its cap', async () => {
  const lab = {
    name: 'sums',
    model: MODEL,
    maxCostUsd: 1,
    sizes: [3],
    tasks: [{ prompt: 'Sum?', expectedTool: 'get-sum' }],
  };
  const calls = await callsOf('POST', inProject(`/servers/${serverId}/catalogue-lab`), lab);
  expect(calls).toEqual([
    'Catalog/ListProjectServers',
    'Diagnostics/ExportServer',
    'Directory/GrantModels',
    'Directory/ResolveServers',
    'Ledger/SetRunBudget',
  ]);
});

test('one trace leads from the client through gateway, services and runner to the MCP server', async () => {
  const { traceId, work, call } = await launchTraced({ platform, api, proxy, serverId });
  expect(call.headers.traceparent).toBe(`00-${traceId}-${work.spanId}-01`);
  expect(call.message.params?._meta?.traceparent).toBe(call.headers.traceparent);
});

/** The metrics of what does not happen here: renewed tokens, an abandoned event and a certificate of the mesh. */
const UNSEEN = [
  'assay_oauth_refreshes_total',
  'assay_dead_letters_total',
  'assay_mesh_certificate_expiry_timestamp_seconds',
];

test('Prometheus sees every metric that the code declares, and the collector gets them', async () => {
  const { projectId, assay } = api;
  // The second call finds its budget used up.
  const steps = ['one', 'two'].map((id) => ({ id, kind: 'prompt' as const, prompt: 'Sum?' }));
  const { suiteId } = await assay.createEvalSuite(
    { projectId },
    { name: 'capped', serverIds: [serverId], model: MODEL, tests: [{ title: 'asks', steps }] },
  );
  await api.finishedRun(await api.startRun({ suiteId, model: MODEL, budget: { tokens: 1 } }));
  const organizationId = (await assay.listOrganizations({})).items[0]!.id;
  const budget = { scope: { kind: 'project', id: projectId }, period: 'total', limit: { tokens: 0 } } as const;
  await assay.setBudget({ organizationId }, budget);
  const turn = { idempotencyKey: 'refused', messages: [{ role: 'user', content: 'Sum?' }] };
  const refused = await api.fetch(`/api/v1${inProject('/agent')}`, { method: 'POST', body: JSON.stringify(turn) });
  expect(refused.status).toBe(429);
  await waitUntil(() => platform.sentMetrics.has('assay.runs.finished'));
  const { services, runner } = await platform.metrics();
  const declared = (await declaredMetrics()).map(({ prometheus }) => prometheus);
  const seen = new Set([...`${services}${runner}`.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  expect(declared.filter((name) => !seen.has(name))).toEqual(UNSEEN);
  expect(services).toMatch(/^assay_runs_finished_total\{verdict="passed"\} [1-9]/m);
  expect(services).toMatch(/^assay_requests_refused_total\{limit="budget"\} 1$/m);
  expect(runner).toMatch(
    /^assay_model_cost_usd_total\{gen_ai_provider_name="openai",gen_ai_request_model="thinker"\} 0\.0/m,
  );
  // Neither the key of the API nor the provider's key.
  expect(`${services}${runner}`).not.toMatch(/\bsk_|sk-operator/);
});

/** Without the calls that prove the caller. */
const launchCalls = (calls: string[]): string[] =>
  calls.filter((call) => call !== 'Directory/Authenticate' && call !== 'Directory/Authorize');
