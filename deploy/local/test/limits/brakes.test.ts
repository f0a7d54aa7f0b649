import { setTimeout as delay } from 'node:timers/promises';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startModelEndpoint, type ModelEndpoint } from '@assay/testkit/model-endpoint/model-endpoint';
import { waitUntil } from '@assay/testkit/until';
import { assertStep, toolCall, type Api } from '../support/api.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

let installation: Installation;
let everything: McpServerProcess;
let model: ModelEndpoint;
let api: Api;
let [suiteId, runId] = ['', ''];
const [studyId, waveId] = ['study_braked', 'braked'];

const drafted = JSON.stringify({
  cases: [
    {
      title: 'Drafted',
      isNegative: false,
      expectedOutput: null,
      scenario: null,
      turns: [{ prompt: 'Echo {"message":"hi"}.', expectedCalls: [] }],
    },
  ],
});
async function post(path: string, body: object, key = '') {
  const answer = await api.fetch(`/api/v1/projects/${api.projectId}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...(key && { 'idempotency-key': key }) },
  });
  const read = (await answer.json()) as { runId: string; details?: { period?: string; retryAfterMs?: number } };
  return { status: answer.status, headers: answer.headers, body: read };
}

const untilMidnight = () => new Date().setUTCHours(24, 0, 0, 0) - Date.now();

beforeAll(async () => {
  // At midnight UTC the counts of a day begin again; these tests must not run across it.
  if (untilMidnight() < 120_000) await delay(untilMidnight() + 1_000);
  model = await startModelEndpoint(() => ({ text: drafted }));
  [installation, everything] = await Promise.all([
    startInstallation({
      RATE_LIMIT_PER_MINUTE: '6000',
      RATE_LIMIT_BURST: '600',
      MAX_CONCURRENT_RUNS: '20',
      AUTHORING_MODEL: 'openai/scribe',
      OPENAI_API_KEY: 'sk-model-secret-of-this-test',
      OPENAI_BASE_URL: model.openaiUrl,
    }),
    sharedEverythingServer({ transport: 'streamableHttp' }),
  ]);
  ({ api } = installation);
  const serverId = await api.saveServer('everything', everything.url);
  const steps = [
    toolCall('sum', 'everything', 'get-sum', { a: 2, b: 40 }),
    assertStep('wrong', { type: 'toolResultContains', needle: '43' }),
  ];
  ({ suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: 'braked',
      serverIds: [serverId],
      model: 'scripted/rules',
      tests: [{ title: 'fails', steps }],
    },
  ));
  runId = await api.startRun({ suiteId });
  await api.finishedRun(runId);
  const { id: hostId } = await api.assay.createClient(
    { projectId: api.projectId },
    { name: 'Desktop', template: 'claude' },
  );
  await api.assay.createEnvironment({ projectId: api.projectId }, { name: 'studied', hostId });
  for (const statement of [...studyRows(), ...waveRows()]) await installation.sql(statement);
}, 200_000);
afterAll(async () => {
  await installation.stop();
  await Promise.all([everything.stop(), model.stop()]);
});

/** A study with a week that was mined. */
const studyRows = () => [
  `insert into environments.studies (id, organization_id, project_id, environment_id, name, mode, guest_execution)
     select '${studyId}', o.id, e.project_id, e.id, 's', 'invited_only', '{}' from environments.environments e, catalog.organizations o`,
  `insert into environments.study_windows (study_id, id, start_at, end_at, changed_at, mined_at)
     values ('${studyId}', '2026-W01', '2025-12-29', '2026-01-05', '2026-01-05', '2026-01-06')`,
];
/** A wave with a run that has no session. */
const waveRows = () => [
  `insert into swarms.personas (id, project_id, slug, name, role, source) values ('persona_braked', '${api.projectId}', 'b', 'n', 'r', 'manual')`,
  `insert into swarms.journeys (id, project_id, name, goal, persona_id, sessions_per_target, max_turns)
     values ('journey_braked', '${api.projectId}', 'n', 'g', 'persona_braked', 1, 1)`,
  `insert into swarms.waves (project_id, id) values ('${api.projectId}', '${waveId}')`,
  `insert into swarms.journey_runs (id, organization_id, project_id, journey_id, wave_id, request_hash, status, spec, session_specs, tally, deadline_at)
     values ('jrun_braked', 'org', '${api.projectId}', 'journey_braked', '${waveId}', '', 'completed',
       '{"targets": [], "sessionsPerTarget": 0, "persona": {"id": "persona_braked", "name": "n"}}', '[]', '{}', now())`,
];

/** How much of a brake's day the organization has used. */
const used = async (brake: string) =>
  (
    await installation.sql<{ used: number }>(`select used from catalog.rate_buckets where bucket like '${brake} day %'`)
  )[0]?.used ?? 0;
/** Waits until given-back amounts have arrived, which happens after the answer. */
const settled = (brake: string, count: number) =>
  waitUntil(async () => {
    const isSo = await waitUntil(async () => (await used(brake)) === count, 2_000).catch(() => false);
    // An amount that the catalog did not take back in time goes with the next one, such as this launch of nothing.
    if (!isSo) await post('/eval-runs', { suiteId: 'suite_none' });
    return isSo;
  }, 20_000);

test.each<[string, string, () => [path: string, body: object, key: string]]>([
  ['a run', 'launches', () => ['/eval-runs', { suiteId }, 'run']],
  [
    'a group of runs',
    'launches',
    () => ['/eval-run-groups', { suiteId, targets: [{ arm: { name: 'as it is', model: 'scripted/rules' } }] }, 'group'],
  ],
  ['a rerun', 'launches', () => [`/eval-runs/${runId}/rerun`, { scope: 'failed_cases' }, 'rerun']],
  ['drafts of cases', 'generation', () => [`/eval-suites/${suiteId}/cases/generate`, {}, 'generate']],
  [
    'an import of cases',
    'generation',
    () => [`/eval-suites/${suiteId}/cases/import`, { content: '# Cases\n\n## Echoes\n\nAsk to echo.' }, 'import'],
  ],
  ['insights, which a run has once', 'insights', () => [`/eval-runs/${runId}/insights`, {}, '']],
  ['insights of a week of a study', 'insights', () => [`/studies/${studyId}/insights`, {}, '']],
  ['insights of a wave', 'insights', () => [`/waves/${waveId}/insights`, {}, '']],
])('%s: the request costs one of the day, and its marked repetition nothing', async (_, brake, request) => {
  const before = await used(brake);
  const [first, again] = [await post(...request()), await post(...request())];
  expect([first.status < 300, first.headers.get('idempotency-replayed')]).toEqual([true, null]);
  expect([again.status < 300, again.headers.get('idempotency-replayed')]).toEqual([true, 'true']);
  await settled(brake, before + 1);
});

test('a refused launch costs nothing', async () => {
  const before = await used('launches');
  expect((await post('/eval-runs', { suiteId: 'suite_none' })).status).toBe(404);
  expect((await post('/eval-runs', { nonsense: true })).status).toBe(400);
  await settled('launches', before);
});

test('an organization that used up its launches of the day learns so, and when there are more', async () => {
  const allowedValue = (await used('launches')) + 1;
  await installation.sql(
    `set local search_path to catalog; insert into organization_settings (organization_id, brakes) select id, '{"launches": {"perDay": ${allowedValue}}}' from organizations`,
  );
  expect((await post('/eval-runs', { suiteId })).status).toBe(202);
  const { status, headers, body } = await post('/eval-runs', { suiteId });
  const midnight = new Date().setUTCHours(24, 0, 0, 0);
  expect([status, body]).toEqual([
    429,
    {
      code: 'RATE_LIMITED',
      message: `The organization has had its ${allowedValue} launches of runs in a day.`,
      details: {
        limit: 'launches',
        period: 'day',
        allowedValue,
        currentValue: allowedValue,
        retryAfterMs: expect.any(Number),
        resetsAt: midnight,
      },
    },
  ]);
  expect(Number(headers.get('retry-after'))).toBe(Math.ceil(Number(body.details!.retryAfterMs) / 1_000));
  expect((await post('/eval-runs', { suiteId }, 'run')).status).toBe(429);
});

test('insights of runs, studies and waves share the limits of a minute and of a day', async () => {
  const insights = [`/eval-runs/${runId}`, `/studies/${studyId}`, `/waves/${waveId}`].map((path) => `${path}/insights`);
  const refusals = async (limits: object) => {
    await installation.sql(
      `set local search_path to catalog; update organization_settings set brakes = '${JSON.stringify({ insights: limits })}'`,
    );
    const answers = await Promise.all(insights.map((path) => post(path, { force: true })));
    return answers.map(({ status, headers, body }) => [status, body.details?.period, headers.has('retry-after')]);
  };
  expect(await refusals({ perDay: await used('insights') })).toEqual(insights.map(() => [429, 'day', true]));
  expect(await refusals({ perMinute: 1, perDay: 100 })).toContainEqual([429, 'minute', true]);
});
