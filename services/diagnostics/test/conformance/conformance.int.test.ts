import {
  ConformanceReport as Report,
  ConformanceRun as Run,
  type ConformanceReport,
  type ConformanceRun,
} from '@assay/contract/areas/conformance/documents';
import {
  CONFORMANCE_ENGINE,
  type ConformanceOutput,
  type ScenarioResult,
} from '@assay/contract/areas/conformance/work';
import { operations } from '@assay/contract/operations';
import { parser } from '@assay/kit/json/parse';
import { playedRunner } from '../support/played-runner.ts';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

const URL = 'https://mcp.printer.dev/mcp?key=hidden';
const check = (id: string, status: string, more: object = {}) => ({ id, status, ...more });
const scenario = (name: string, ...checks: object[]): ScenarioResult => ({
  suite: 'protocol',
  scenario: name,
  checks: checks as ScenarioResult['checks'],
});
const output = (...scenarios: ScenarioResult[]): ConformanceOutput => ({
  version: 1,
  scenarios: [
    ...scenarios,
    ...(['apps', 'tasks'] as const).map((suite) => ({
      ...scenario(`of-${suite}`),
      suite,
      status: 'notApplicable' as const,
      reason: `The server has no ${suite}.`,
    })),
  ],
});
const agrees = { run: parser(Run), report: parser(Report) };

let fixture: TestDiagnostics;
let runner: ReturnType<typeof playedRunner>;
beforeAll(async () => {
  fixture = await startTestDiagnostics();
  runner = playedRunner(fixture.runner, 'conformance');
});
afterAll(() => fixture.stop());
afterEach(async () => {
  await fixture.pool.query('with gone as (delete from directory_runs) delete from work');
});

const projectId = 'prj_1';
type At = ReturnType<TestDiagnostics['save']>;
const start = (at: At, body: object = {}, idempotencyKey = '') =>
  fixture.call(operations.startConformanceRun, { ...at, idempotencyKey }, body);
const read = async (runId: string): Promise<ConformanceRun> =>
  agrees.run(await fixture.send(operations.getConformanceRun, { projectId, runId }));
const report = async (runId: string): Promise<ConformanceReport> =>
  agrees.report(await fixture.send(operations.getConformanceReport, { projectId, runId }));
const cancel = (runId: string) => fixture.call(operations.cancelConformanceRun, { projectId, runId });
const list = (query: object = {}) => fixture.call(operations.listConformanceRuns, { projectId }, query);
const at = (path: string) => ({ code: 'VALIDATION_ERROR', details: { issues: [expect.objectContaining({ path })] } });

test('a run of single scenarios reports areas, exchanges and the scenario that ended the server', async () => {
  const server = fixture.save(URL);
  const [ping, malformed] = ['assay/ping', 'assay/malformed-json'];
  const { runId } = await start(server, { scenarios: [ping, malformed] });
  const job = await runner.take();
  expect(JSON.parse(job.task.toString())).toMatchObject({ scenarios: [ping, malformed] });
  const exchanges = [{ sent: { body: '{}' }, answer: { status: 200 } }];
  await runner.complete(job, {
    version: 1,
    durationMs: 1_234,
    scenarios: [
      {
        ...scenario(ping, check(ping, 'SUCCESS', { details: { exchanges } })),
        title: 'It answers.',
        area: 'messages',
        durationMs: 4,
      },
      {
        ...scenario(malformed, check(malformed, 'FAILURE')),
        title: 'It lives on.',
        area: 'messages',
        endedServer: true,
      },
    ],
  } satisfies ConformanceOutput);
  expect(await read(runId)).toMatchObject({
    outcome: 'failed',
    durationMs: 1_234,
    requestedScenarios: [ping, malformed],
  });
  expect(await report(runId)).toMatchObject({
    durationMs: 1_234,
    passed: [
      { scenario: ping, title: 'It answers.', area: 'messages', durationMs: 4, checks: [{ details: { exchanges } }] },
    ],
    cases: [{ scenario: malformed, endedServer: true }],
    endedBy: { suite: 'protocol', scenario: malformed, title: 'It lives on.' },
  });
});

test('a run shows its failures, what does not apply, warnings, and suites that do not apply', async () => {
  const server = fixture.save(URL);
  const started = await start(server);
  expect(started).toEqual({
    runId: started.runId,
    ...server,
    status: 'pending',
    deduped: false,
    requestedSuites: ['protocol', 'apps', 'tasks'],
  });
  await expect(report(started.runId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const job = await runner.take();
  expect(JSON.parse(job.task.toString())).toEqual({
    version: 1,
    server: { id: server.serverId, name: 'Printer' },
    suites: ['protocol', 'apps', 'tasks'],
    engineVersion: CONFORMANCE_ENGINE.version,
  });
  expect(await read(started.runId)).toMatchObject({
    status: 'running',
    outcome: null,
    suites: [{ status: 'pending' }, { status: 'pending' }, { status: 'pending' }],
    hasReport: false,
  });
  await runner.complete(
    job,
    output(
      scenario('ping', check('ping', 'SUCCESS')),
      scenario('slow', check('s', 'WARNING'), check('t', 'SUCCESS')),
      scenario(
        'tools-list',
        check('shape', 'FAILURE', {
          errorMessage: 'No name. Authorization: Bearer abcdefghijklmnop',
          details: { headers: { authorization: 'secret-value', accept: '*/*' } },
        }),
        check('count', 'SUCCESS'),
      ),
      {
        ...scenario('tools-call-audio'),
        status: 'notApplicable',
        reason: 'The server has no tool test_audio_content.',
      },
    ),
  );

  const done = await read(started.runId);
  expect(done).toMatchObject({
    status: 'completed',
    outcome: 'failed',
    totalCases: 3,
    totalFailingCases: 1,
    source: 'api',
    engine: CONFORMANCE_ENGINE,
    target: { kind: 'server', name: 'Printer', url: 'https://mcp.printer.dev/mcp' },
    suites: [
      { suite: 'protocol', status: 'failed', passed: 1, warnings: 1, failed: 1, notApplicable: 1 },
      { suite: 'apps', status: 'notAvailable', reason: 'No scenario of this suite applies to the server.' },
      { suite: 'tasks', status: 'notAvailable' },
    ],
  });
  const reported = await report(started.runId);
  expect(reported).toMatchObject({
    totalCases: 3,
    totalFailingCases: 1,
    truncated: false,
    cases: [
      {
        suite: 'protocol',
        scenario: 'tools-list',
        checks: [{ id: 'shape', status: 'FAILURE', errorMessage: expect.stringContaining('No name.') }],
      },
    ],
    warnings: [{ suite: 'protocol', scenario: 'slow', checks: [{ id: 's', status: 'WARNING' }] }],
    unjudged: [
      { scenario: 'of-apps' },
      { scenario: 'tools-call-audio', status: 'notApplicable', reason: 'The server has no tool test_audio_content.' },
      { scenario: 'of-tasks' },
    ],
  });
  expect(reported.cases[0]!.checks).toHaveLength(1);
  expect(JSON.stringify([done, reported])).not.toMatch(/abcdefghijklmnop|secret-value|hidden/);
});

test('a server passes by its applicable scenarios; a suite without results is incomplete', async () => {
  const server = fixture.save(URL);
  const { runId } = await start(server, { suites: ['protocol'] });
  await runner.complete(await runner.take(), {
    version: 1,
    scenarios: [scenario('ping', check('ping', 'SUCCESS'))],
  });
  expect(await read(runId)).toMatchObject({ outcome: 'passed', requestedSuites: ['protocol'] });
  expect(await report(runId)).toMatchObject({ cases: [], totalFailingCases: 0 });

  const all = await start(server);
  await runner.complete(await runner.take(), output(scenario('ping', check('ping', 'SUCCESS'))));
  expect(await read(all.runId)).toMatchObject({ outcome: 'passed' });

  const silent = await start(server);
  await runner.complete(await runner.take(), {
    version: 1,
    scenarios: [scenario('ping', check('ping', 'SUCCESS'))],
  });
  expect(await read(silent.runId)).toMatchObject({ outcome: 'incomplete' });
});

test('a report shows the first 50 failing scenarios and how many there are', async () => {
  const { runId } = await start(fixture.save(URL), { suites: ['protocol'] });
  await runner.complete(
    await runner.take(),
    output(...Array.from({ length: 60 }, (_, i) => scenario(`s${String(i).padStart(2, '0')}`, check('c', 'FAILURE')))),
  );
  const reported = await report(runId);
  expect([reported.cases.length, reported.totalCases, reported.totalFailingCases, reported.truncated]).toEqual([
    50,
    60,
    60,
    true,
  ]);
  expect(reported.cases[49]).toMatchObject({ scenario: 's49' });
});

describe('a start is refused', () => {
  test.each<[string, () => Promise<unknown>, object]>([
    ['without a suite', () => start(fixture.save(URL), { suites: [] }), at('/suites')],
    ['with a suite that is reported only', () => start(fixture.save(URL), { suites: ['oauth'] }), at('/suites/0')],
    ['with a suite twice', () => start(fixture.save(URL), { suites: ['apps', 'apps'] }), at('/suites')],
    ['with a key that it does not know', () => start(fixture.save(URL), { timeout: 5 }), at('/timeout')],
    [
      'with a revision that the suite does not know',
      () => start(fixture.save(URL), { protocolVersion: '2024-11-05' }),
      at('/protocolVersion'),
    ],
    [
      'with another version of the engine',
      () => start(fixture.save(URL), { engineVersion: '9.9.9' }),
      at('/engineVersion'),
    ],
    ['with a bad idempotency key', () => start(fixture.save(URL), { idempotencyKey: 'é' }), at('/idempotencyKey')],
    [
      'with a bad idempotency key in the header',
      () => start(fixture.save(URL), {}, 'x'.repeat(201)),
      at('/idempotencyKey'),
    ],
    ['for a server behind OAuth without a grant', () => start(fixture.save(URL, { useOauth: true })), at('/serverId')],
    ['for a server that is switched off', () => start(fixture.save(URL, { enabled: false })), { code: 'CONFLICT' }],
    ['for a server that is not there', () => start({ projectId, serverId: 'srv_none' }), { code: 'NOT_FOUND' }],
  ])('%s, and nothing is written', async (_, begin, refusal) => {
    await expect(begin()).rejects.toMatchObject(refusal);
    expect((await list()).items).toEqual([]);
  });
});

test('a server that is a command is tested by a runner that starts commands', async () => {
  const { runId } = await start(fixture.save('', { transport: 'stdio', command: 'npx' }), {
    protocolVersion: '2026-07-28',
  });
  expect(await read(runId)).toMatchObject({
    status: 'pending',
    target: { kind: 'server', name: 'Printer' },
    protocolVersion: '2026-07-28',
  });
  const { rows } = await fixture.pool.query<{ labels: string[] }>('select labels from work');
  expect(rows).toEqual([{ labels: ['stdio'] }]);
});

test('a server behind OAuth with a saved header may be tested for conformance', async () => {
  expect(await start(fixture.save(URL, { useOauth: true, headers: { authorization: 'Bearer x' } }))).toMatchObject({
    status: 'pending',
  });
});

test('an idempotency key finds the run of the same request; another request is a conflict', async () => {
  const server = fixture.save(URL);
  const first = await start(server, { suites: ['protocol', 'apps'], idempotencyKey: 'k' });
  expect(await start(server, { suites: ['apps', 'protocol'] }, 'k')).toEqual({ ...first, deduped: true });
  await expect(start(server, { suites: ['apps'], idempotencyKey: 'k' })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'IDEMPOTENCY_CONFLICT', runId: first.runId },
  });
});

test('a key finds its run when the server can no longer be tested, and with another engine', async () => {
  const server = fixture.save(URL);
  const { runId } = await start(server, { idempotencyKey: 'k' });
  fixture.change(server, { enabled: false });
  expect(await start(server, { idempotencyKey: 'k' })).toMatchObject({ runId, deduped: true });
  await expect(start(server, { idempotencyKey: 'k', engineVersion: '9.9.9' })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'IDEMPOTENCY_CONFLICT' },
  });
});

test('a malformed scenario does not end the others, and a failure stays a failure', async () => {
  const { runId } = await start(fixture.save(URL), { suites: ['protocol'] });
  await runner.complete(await runner.take(), {
    version: 1,
    scenarios: [
      scenario('ping', check('ping', 'SUCCESS')),
      scenario('long', check('x'.repeat(301), 'SUCCESS')),
      { ...scenario('hidden', check('a', 'FAILURE')), status: 'skipped' },
    ],
  });
  expect(await read(runId)).toMatchObject({ outcome: 'failed', suites: [{ passed: 1, failed: 1, couldNotRun: 1 }] });
  expect(await report(runId)).toMatchObject({
    cases: [{ scenario: 'hidden' }],
    unjudged: [{ scenario: 'long', status: 'couldNotRun' }],
  });
});

test('a cancellation reaches the runner, and cancelling a run that is over is a conflict', async () => {
  const { runId } = await start(fixture.save(URL));
  const job = await runner.take();
  expect(await cancel(runId)).toMatchObject({
    id: runId,
    status: 'cancelled',
    terminalReason: 'cancelled',
    outcome: null,
  });
  expect([
    await runner.beat(job),
    await runner.complete(job, output(scenario('ping', check('ping', 'SUCCESS')))),
  ]).toEqual([[job.id], true]);
  await expect(cancel(runId)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await read(runId)).toMatchObject({ status: 'cancelled', hasReport: false });
});

test('a run fails with the reason when a runner cannot do it or reports nonsense', async () => {
  const server = fixture.save(URL);
  const failed = await start(server);
  await runner.fail(await runner.take(), 'SERVER_UNREACHABLE', 'Server "Printer" could not be reached.');
  expect(await read(failed.runId)).toMatchObject({
    status: 'failed',
    terminalReason: 'server_unreachable',
    errorMessage: 'Server "Printer" could not be reached.',
    outcome: null,
  });
  const garbled = await start(server);
  await runner.complete(await runner.take(), { version: 1, scenarios: [{ suite: 'protocol' }] });
  expect(await read(garbled.runId)).toMatchObject({ status: 'failed', terminalReason: 'invalid_output' });
});

test('the list is paged from the newest, and by server', async () => {
  const [one, two] = [fixture.save(URL), fixture.save(URL)];
  const ids: string[] = [];
  for (const server of [one, two, one]) ids.unshift((await start(server)).runId);
  const first = await list({ limit: '2' });
  expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(await list({ limit: '2', cursor: first.nextCursor })).toEqual({
    items: [expect.objectContaining({ id: ids[2] })],
  });
  expect((await list({ serverId: two.serverId })).items.map(({ id }) => id)).toEqual([ids[1]]);
});
