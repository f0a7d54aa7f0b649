import { IngestedConformance as Reply } from '@assay/contract/areas/conformance/ingest';
import { operations } from '@assay/contract/operations';
import { parser } from '@assay/kit/json/parse';
import { abandonSilentRuns } from '../../src/store/conformance/reported-runs.ts';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let fixture: TestDiagnostics;
beforeAll(async () => {
  fixture = await startTestDiagnostics();
});
afterAll(() => fixture.stop());
afterEach(async () => {
  await fixture.pool.query('delete from directory_runs');
});

const projectId = 'prj_1';
const agrees = parser(Reply);
const check = (id: string, status: string, more: object = {}) => ({ id, status, ...more });
const ping = { scenario: 'ping', checks: [check('ping', 'SUCCESS')] };
const broken = { scenario: 'tools-list', checks: [check('shape', 'FAILURE', { errorMessage: 'No name.' })] };

type Operation =
  | typeof operations.reportConformanceRun
  | typeof operations.startConformanceIngestRun
  | typeof operations.upsertConformanceIngestReport
  | typeof operations.finalizeConformanceIngestRun;
const ask = async (operation: Operation, body: object | string = {}) =>
  agrees(await fixture.send(operation, { projectId }, body));
const report = (body: object | string) => ask(operations.reportConformanceRun, body);
const begin = (body: object = {}) => ask(operations.startConformanceIngestRun, body);
const add = (body: object) => ask(operations.upsertConformanceIngestReport, body);
const beat = (body: object) => ask(operations.heartbeatConformanceIngestRun, body);
const finalize = (body: object) => ask(operations.finalizeConformanceIngestRun, body);
const read = (runId: string) => fixture.call(operations.getConformanceRun, { projectId, runId });
const failing = async (runId: string) =>
  (await fixture.call(operations.getConformanceReport, { projectId, runId })).cases;
const at = (path: string) => ({ code: 'VALIDATION_ERROR', details: { issues: [expect.objectContaining({ path })] } });

test('a run that is reported in several requests ends by its stored scenarios', async () => {
  const server = fixture.save('https://mcp.printer.dev/mcp?key=hidden');
  const begun = await begin({
    externalRunId: 'ci-1',
    serverId: server.serverId,
    suites: ['protocol', 'tasks'],
    source: 'github_action',
    engine: { name: 'conformance', version: '0.1.16' },
    ci: { branch: 'main', token: 'abcdefgh' },
  });
  expect(begun).toMatchObject({ ok: true, externalRunId: 'ci-1', status: 'running', outcome: null, reused: false });
  const { runId } = begun;
  expect(await begin({ externalRunId: 'ci-1' })).toMatchObject({ runId, reused: true });

  expect(await add({ runId, reports: [ping, broken] })).toMatchObject({
    inserted: 2,
    skipped: 0,
    outcome: null,
    suites: [
      { suite: 'protocol', status: 'failed' },
      { suite: 'tasks', status: 'pending' },
    ],
  });
  expect(await add({ externalRunId: 'ci-1', reports: [broken, { ...ping, suite: 'tasks' }] })).toMatchObject({
    inserted: 1,
    skipped: 1,
    suites: [{ passed: 1, failed: 1 }, { status: 'passed' }],
  });
  expect(await beat({ runId })).toMatchObject({ status: 'running' });

  const done = await finalize({ externalRunId: 'ci-1' });
  expect(done).toMatchObject({ ok: true, runId, status: 'completed', outcome: 'failed' });
  expect(await finalize({ runId })).toEqual(done);
  expect(await read(runId)).toMatchObject({
    serverId: server.serverId,
    source: 'github_action',
    target: { kind: 'server', url: 'https://mcp.printer.dev/mcp' },
    totalCases: 3,
    totalFailingCases: 1,
    attemptCount: 0,
  });
  expect(await failing(runId)).toMatchObject([{ scenario: 'tools-list', checks: [{ errorMessage: 'No name.' }] }]);
  expect(
    (await fixture.call(operations.listConformanceRuns, { projectId }, { serverId: server.serverId })).items.map(
      ({ id }) => id,
    ),
  ).toEqual([runId]);
  expect((await fixture.pool.query('select request::text from directory_runs')).rows[0]).toEqual({
    request: expect.not.stringMatching(/abcdefgh|hidden/),
  });
});

test('the output folder of the official suite is accepted as it is', async () => {
  const files = {
    'results/server-ping-2026-11-21T17-45-44-565Z/checks.json': [
      check('ping', 'SUCCESS', {
        name: 'Ping',
        timestamp: '2026-11-21T17:45:44.578Z',
        specReferences: [{ id: 'MCP-Ping', url: 'https://modelcontextprotocol.io' }],
        details: { result: {} },
      }),
    ],
    'server-tools-call-simple-text-2026-11-21T17-45-44-630Z/checks.json': [
      check('tools-call-simple-text', 'FAILURE', { errorMessage: 'Nothing.' }),
    ],
  };
  const { runId, ...reported } = await report({ suites: ['protocol'], files });
  expect(reported).toMatchObject({
    status: 'completed',
    outcome: 'failed',
    inserted: 2,
    suites: [{ passed: 1, failed: 1 }],
  });
  expect(await failing(runId)).toMatchObject([{ scenario: 'tools-call-simple-text' }]);
  expect((await fixture.pool.query('select scenario from conformance_results order by 1')).rows).toEqual([
    { scenario: 'ping' },
    { scenario: 'tools-call-simple-text' },
  ]);
});

test('a whole report is stored once under its external id', async () => {
  const first = await report({ externalRunId: 'one', suites: ['protocol'], reports: [ping] });
  expect(first).toMatchObject({ outcome: 'passed', reused: false, inserted: 1 });
  expect(await report({ externalRunId: 'one', suites: ['protocol'], reports: [ping] })).toMatchObject({
    runId: first.runId,
    outcome: 'passed',
    reused: true,
    inserted: 0,
    skipped: 1,
  });
});

test.each<[string, object[]]>([
  ['more scenarios', [ping, broken]],
  ['other scenarios', [broken]],
  ['another result', [{ ...ping, checks: [check('ping', 'FAILURE')] }]],
])('a whole report of the same external id with %s is a conflict', async (_, reports) => {
  const { runId } = await report({ externalRunId: 'one', suites: ['protocol'], reports: [ping] });
  await expect(report({ externalRunId: 'one', suites: ['protocol'], reports })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  expect(await read(runId)).toMatchObject({ outcome: 'passed', totalCases: 1 });
});

test('a whole report of fewer scenarios than are there is a conflict', async () => {
  await report({ externalRunId: 'one', suites: ['protocol'], reports: [ping, broken] });
  await expect(report({ externalRunId: 'one', suites: ['protocol'], reports: [ping] })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

test('a whole report into a run that was cancelled is a conflict', async () => {
  const { runId } = await begin({ externalRunId: 'one' });
  await fixture.call(operations.cancelConformanceRun, { projectId, runId });
  await expect(report({ externalRunId: 'one', reports: [ping] })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { status: 'cancelled' },
  });
});

test('files about client authorization do not belong to the protocol suite', async () => {
  const files = { 'results/auth/basic-cimd-2026-11-21T17-45-44-565Z/checks.json': [check('a', 'SUCCESS')] };
  expect(await report({ suites: ['oauth'], files })).toMatchObject({
    outcome: 'passed',
    suites: [{ suite: 'oauth', passed: 1 }],
  });
});

test('a reported run keeps the known fields of its description and a bounded part of its CI job', async () => {
  const { runId } = await begin({
    engine: { name: 'x', version: '1', junk: 'of no use at all' },
    target: { kind: 'external', name: 'y', junk: 'of no use at all' },
    ci: { branch: 'main' },
  });
  expect(await read(runId)).toMatchObject({
    engine: { name: 'x', version: '1' },
    target: { kind: 'external', name: 'y' },
    ci: { branch: 'main' },
  });
  expect((await fixture.pool.query('select request::text from directory_runs')).rows[0]).toEqual({
    request: expect.not.stringContaining('of no use at all'),
  });
});

test('a report of one suite ends a run of the requested suites', async () => {
  const ofProtocol = { suiteKind: 'protocol', report: { scenarios: [ping] }, durationMs: 1_200 };
  expect(await report({ requestedSuites: ['protocol'], ...ofProtocol })).toMatchObject({
    outcome: 'passed',
    suites: [{ suite: 'protocol', passed: 1 }],
  });
  const { runId } = await begin({ requestedSuites: ['protocol', 'apps'], suites: ['tasks'] });
  await add({ runId, ...ofProtocol });
  await add({ runId, suiteKind: 'apps', report: { scenarios: [{ ...broken, suite: 'tasks' }] } });
  expect(await finalize({ runId })).toMatchObject({
    outcome: 'failed',
    suites: [
      { suite: 'protocol', passed: 1 },
      { suite: 'apps', failed: 1 },
    ],
  });
});

test('the cases of a report in groups are scenarios of their group', async () => {
  const cases = [
    { id: 'ping', title: 'Answers a ping', status: 'passed', durationMs: 3 },
    { name: 'names', title: 'Names its tools', status: 'FAILED', error: { message: 'token=abcdefgh9 is no name.' } },
    { title: 'Pages', status: 'could_not_run', error: 'No page.' },
    { id: 'odd', status: 'flaky' },
    { id: 'silent' },
  ];
  const groups = [
    { title: 'Tools', cases },
    {
      id: 'base',
      cases: [
        { id: 'ping', passed: true },
        { id: 'roots', status: 'not-applicable' },
      ],
    },
    { cases: [{ id: 'late', status: 'warn', reason: 'Slow.' }] },
  ];
  const { runId, ...made } = await report({
    requestedSuites: ['protocol'],
    suiteKind: 'protocol',
    report: { summary: { total: 8 }, groups },
  });
  expect(made).toMatchObject({
    outcome: 'failed',
    inserted: 8,
    suites: [{ suite: 'protocol', passed: 2, failed: 1, warnings: 1, notApplicable: 1, couldNotRun: 3 }],
  });
  expect(await fixture.call(operations.getConformanceReport, { projectId, runId })).toMatchObject({
    cases: [
      {
        scenario: 'Tools/names',
        checks: [
          { id: 'names', name: 'Names its tools', status: 'FAILURE', errorMessage: expect.stringMatching(/no name/) },
        ],
      },
    ],
    warnings: [{ scenario: 'late', checks: [{ errorMessage: 'Slow.' }] }],
    unjudged: expect.arrayContaining([
      { suite: 'protocol', scenario: 'Tools/Pages', status: 'couldNotRun', reason: 'No page.' },
      expect.objectContaining({ scenario: 'Tools/odd', reason: expect.stringContaining('"flaky"') }),
      expect.objectContaining({ scenario: 'Tools/silent', status: 'couldNotRun' }),
    ]),
  });
  expect(JSON.stringify(await failing(runId))).not.toContain('abcdefgh9');
});

test('concurrent requests that begin one run begin it once', async () => {
  const begun = await Promise.all(Array.from({ length: 8 }, () => begin({ externalRunId: 'race' })));
  expect(new Set(begun.map(({ runId }) => runId)).size).toBe(1);
  expect(begun.filter(({ reused }) => !reused)).toHaveLength(1);
});

test('a suite that was announced and not reported leaves the run incomplete', async () => {
  expect(await report({ reports: [ping] })).toMatchObject({
    outcome: 'incomplete',
    suites: [{ status: 'passed' }, { suite: 'apps', status: 'couldNotRun' }, { suite: 'tasks', status: 'couldNotRun' }],
  });
});

test('another report of a stored scenario is a conflict, and nothing of its request is stored', async () => {
  const { runId } = await begin({ suites: ['protocol'] });
  await add({ runId, reports: [ping] });
  await expect(
    add({ runId, reports: [broken, { ...ping, checks: [check('ping', 'FAILURE')] }] }),
  ).rejects.toMatchObject({ code: 'CONFLICT', details: { suite: 'protocol', scenario: 'ping' } });
  expect(await finalize({ runId })).toMatchObject({ outcome: 'passed', suites: [{ passed: 1, failed: 0 }] });
  await expect(add({ runId, reports: [broken] })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { status: 'completed' },
  });
});

test('a run without reports for half an hour fails as abandoned, and tells its reporter so', async () => {
  const [silent, alive] = [await begin(), await begin()];
  // The service's own watchdog runs too, so the reporter must not be late before that.
  const hear = (runId: string, minutes: number) =>
    fixture.pool.query('update directory_runs set heard_at = now() - make_interval(mins => $2) where id = $1', [
      runId,
      minutes,
    ]);
  await Promise.all([hear(silent.runId, 31), hear(alive.runId, 29)]);
  await beat({ runId: alive.runId });
  expect(
    (
      await fixture.pool.query(
        `select from directory_runs where id = $1 and heard_at > now() - interval '25 minutes'`,
        [alive.runId],
      )
    ).rowCount,
  ).toBe(1);
  await abandonSilentRuns(fixture.pool, 30 * 60_000);
  expect(await read(silent.runId)).toMatchObject({ status: 'failed', terminalReason: 'abandoned', outcome: null });
  expect(await beat({ runId: silent.runId })).toMatchObject({ status: 'failed' });
  expect(await beat({ runId: alive.runId })).toMatchObject({ status: 'running' });
  for (const late of [() => add({ runId: silent.runId, reports: [ping] }), () => finalize({ runId: silent.runId })])
    await expect(late()).rejects.toMatchObject({ code: 'CONFLICT', details: { status: 'failed' } });
});

test('a cancelled run accepts no more reports', async () => {
  const { runId } = await begin();
  await fixture.call(operations.cancelConformanceRun, { projectId, runId });
  await expect(finalize({ runId })).rejects.toMatchObject({ code: 'CONFLICT', details: { status: 'cancelled' } });
});

test('secrets, NUL characters and oversized details are not stored', async () => {
  const { runId } = await report({
    suites: ['protocol'],
    target: { kind: 'external', url: 'https://user:password-of-it@host/mcp?token=token-of-it' },
    reports: [
      {
        scenario: 'x',
        checks: [
          check('a', 'FAILURE', {
            errorMessage: `api_key=abcdefghi \0${'y'.repeat(9_000)}`,
            details: { headers: { Cookie: 'abcdefghi' } },
          }),
          check('b', 'FAILURE', { details: { big: 'z'.repeat(9_000) } }),
        ],
      },
    ],
  });
  const [failed] = await failing(runId);
  expect(failed!.checks).toMatchObject([
    { details: { headers: { Cookie: '[redacted]' } } },
    { details: { truncated: true } },
  ]);
  expect(failed!.checks[0]!.errorMessage!.length).toBeLessThanOrEqual(2_000);
  expect(JSON.stringify([failed, await read(runId)])).not.toMatch(/abcdefghi|token-of-it|password-of-it|z{100}/);
});

test('no field of a check keeps a secret', async () => {
  const { runId } = await report({
    suites: ['protocol'],
    reports: [
      {
        scenario: 'x',
        checks: [
          check('api_key=abcdefgh1', 'FAILURE', {
            name: 'password=abcdefgh2',
            description: 'Authorization: Bearer abcdefgh3xyz',
            timestamp: 't'.repeat(5_000),
            specReferences: [{ id: 'token=abcdefgh4', url: `https://u:abcdefgh5@h/${'x'.repeat(5_000)}` }],
            details: {
              cookies: ['abcdefgh6'],
              headers: [['authorization', 'abcdefgh7']],
              authorization: { scheme: 'x', value: 'abcdefgh8' },
            },
          }),
        ],
      },
    ],
  });
  const [failed] = await failing(runId);
  expect(JSON.stringify(failed)).not.toMatch(/abcdefgh\d/);
  const { timestamp, specReferences } = failed!.checks[0]!;
  expect([timestamp!.length, specReferences![0]!.url!.length]).toEqual([100, 2_000]);
});

test.each<[string, () => Promise<unknown>, object]>([
  ['no results', () => report({}), at('/reports')],
  ['a report of no suite', () => report({ report: { scenarios: [ping] } }), at('/suiteKind')],
  [
    'a case without a name',
    () => report({ suiteKind: 'apps', report: { groups: [{ cases: [{ status: 'passed' }] }] } }),
    at('/report/groups/0/cases/0'),
  ],
  ['a report without a scenario', () => report({ reports: [{ checks: [] }] }), at('/reports/0/scenario')],
  ['a suite that is none', () => begin({ suites: ['speed'] }), at('/suites/0')],
  ['a source that is none', () => begin({ source: 'fax' }), at('/source')],
  ['a target that is none', () => begin({ target: { kind: 'moon' } }), at('/target/kind')],
  [
    'a check that is none',
    () => report({ reports: [{ scenario: 'x', checks: [{ id: 'a', status: 'OK' }] }] }),
    at('/reports/0/checks/0/status'),
  ],
  ['one scenario twice', () => report({ reports: [ping, ping] }), at('/reports/1')],
  ['a pass that failed', () => report({ reports: [{ ...broken, status: 'passed' }] }), at('/reports/0/status')],
  ...(['skipped', 'notApplicable', 'warning', 'couldNotRun'] as const).map(
    (status): [string, () => Promise<unknown>, object] => [
      `a failure that is called ${status}`,
      () => report({ reports: [{ ...broken, status }] }),
      at('/reports/0/status'),
    ],
  ),
  [
    'a file whose path has no end',
    () => report({ files: { ['/'.repeat(100_000)]: [] } }),
    at(`/files/${'~1'.repeat(200)}`),
  ],
  ['a job of many words', () => begin({ ci: { log: 'x'.repeat(4_000) } }), at('/ci')],
  [
    'details without a floor',
    () =>
      report(
        `{"reports":[{"scenario":"x","checks":[{"id":"a","status":"SUCCESS","details":${'['.repeat(20_000)}${']'.repeat(20_000)}}]}]}`,
      ),
    at('/reports/0/checks/0/details'),
  ],
  ['a file of another name', () => report({ files: { 'notes/checks.json': [] } }), at('/files/notes~1checks.json')],
  [
    'a file of other checks',
    () => report({ files: { 'server-ping-2026-11-21T17-45-44-565Z/checks.json': [{ id: 'a', status: 'OK' }] } }),
    at('/files/server-ping-2026-11-21T17-45-44-565Z~1checks.json/0/status'),
  ],
  ['a run without a name', () => add({ reports: [ping] }), at('/runId')],
  ['a heartbeat without a name', () => beat({}), at('/runId')],
  ['a run that is not there', () => add({ runId: 'run_none', reports: [ping] }), { code: 'NOT_FOUND' }],
  ['a server that is not there', () => begin({ serverId: 'srv_none' }), { code: 'NOT_FOUND' }],
  [
    'too large a body',
    () => report(`{"reports":[],"pad":"${'x'.repeat(5 * 1024 * 1024)}"}`),
    { code: 'VALIDATION_ERROR', details: { maxBytes: 5 * 1024 * 1024 } },
  ],
])('%s is refused, and nothing is written', async (_, send, refusal) => {
  await expect(send()).rejects.toMatchObject(refusal);
  expect((await fixture.pool.query('select from directory_runs')).rowCount).toBe(0);
});

test('a run of a runner cannot be reported into', async () => {
  await fixture.pool.query(
    `insert into directory_runs (id, project_id, server_id, kind, variant, request) values ('run_ours', $1, 'srv', 'conformance', 'made', '{"suites":[]}')`,
    [projectId],
  );
  await expect(add({ runId: 'run_ours', reports: [ping] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
