import { ReadinessReport as Report, ReadinessRun as Run, type ReadinessReport, type ReadinessRun } from '@assay/contract/documents/readiness';
import type { ReadinessEvidence, ReadinessTask } from '@assay/contract/documents/readiness-work';
import { ProjectDeleted, ServerDeleted } from '@assay/contract/gen/assay/v1/events';
import {
  cancelReadinessRun, getReadinessReport, getReadinessRun, listReadinessRuns, startClaudeReadinessRun, startOpenAIReadinessRun,
} from '@assay/contract/operations/readiness';
import { parser } from '@assay/kit/parse';
import { until } from '@assay/testkit/until';
import { onProjectDeleted } from '../src/events/project-deleted.ts';
import { onServerDeleted } from '../src/events/server-deleted.ts';
import { playedRunner } from './played-runner.ts';
import { startTestDiagnostics, type TestDiagnostics } from './start.ts';

const URL = 'https://mcp.printer.dev/mcp?page=1';
const evidence: ReadinessEvidence = {
  version: 1, sdkVersion: '2.4.0', endpoint: { scheme: 'https', host: 'mcp.printer.dev', queryNames: ['page'], trustsMore: false },
  connection: { status: 'connected', transport: 'streamable-http', answered: true }, stranger: 'admitted', credential: 'none',
  surface: { protocolVersion: '2025-11-25', serverInfo: { name: 'p', version: '1' }, capabilities: { tools: {}, logging: {} }, tools: [{ name: 'print\0' }], resources: [], resourceTemplates: [], prompts: [] },
  isWhole: true, unread: [], flaws: [], widgets: [], unseenWidgets: [], skills: { offered: 0, declined: 0 },
};
const agrees = { run: parser(Run), report: parser(Report) };

let house: TestDiagnostics;
let runner: ReturnType<typeof playedRunner>;
beforeAll(async () => {
  house = await startTestDiagnostics();
  runner = playedRunner(house.runner, 'readiness');
});
afterAll(() => house.stop());
// No test leaves a run for the next one.
afterEach(async () => { await house.pool.query('with gone as (delete from directory_runs) delete from jobs'); });

type At = ReturnType<TestDiagnostics['save']>;
const projectId = 'prj_1';
const startClaude = (at: At, body: object = {}, idempotencyKey = '') => house.call(startClaudeReadinessRun, { ...at, idempotencyKey }, body);
const startOpenai = (at: At, body: object = {}, idempotencyKey = '') => house.call(startOpenAIReadinessRun, { ...at, idempotencyKey }, { submissionMode: 'mcp-only', ...body });
const read = async (runId: string): Promise<ReadinessRun> => agrees.run(await house.send(getReadinessRun, { projectId, runId }));
const report = async (runId: string): Promise<ReadinessReport> => agrees.report(await house.send(getReadinessReport, { projectId, runId }));
const cancel = (runId: string) => house.call(cancelReadinessRun, { projectId, runId });
const list = (query: object = {}) => house.call(listReadinessRuns, { projectId }, query);
const at = (path: string) => ({ code: 'VALIDATION_ERROR', details: { issues: [expect.objectContaining({ path })] } });

test('a run goes from pending over running to completed, and its report tells every requirement', async () => {
  const server = house.save(URL);
  const started = await startClaude(server);
  expect(started).toEqual({ runId: started.runId, ...server, readinessKind: 'claude', status: 'pending', deduped: false, includeLlmObservations: false });
  expect(await read(started.runId)).toMatchObject({ status: 'pending', serverUrl: 'https://mcp.printer.dev/mcp', submissionMode: null, overallStatus: null, lanes: [], attemptCount: 0, hasReport: false, reportUrl: null, llmObservations: { status: 'not-requested' } });
  await expect(report(started.runId)).rejects.toMatchObject({ code: 'NOT_FOUND' });

  const job = await runner.take();
  expect(JSON.parse(job.input.toString()) as ReadinessTask).toEqual({ version: 1, server: { id: server.serverId, name: 'Printer' } });
  expect(await read(started.runId)).toMatchObject({ status: 'running', attemptCount: 1 });
  expect(await runner.complete(job, evidence)).toBe(false);

  const done = await read(started.runId);
  expect(done).toMatchObject({ status: 'completed', overallStatus: 'not-ready', authMode: null, capabilities: ['logging', 'tools'], attemptCount: 1, terminalReason: null, errorMessage: null, sdkVersion: '2.4.0', engineVersion: 'assay-readiness/2', hasReport: true });
  expect(done.reportUrl).toBe(`/api/v1/projects/${projectId}/readiness-runs/${started.runId}/report`);
  expect(done.lanes).toHaveLength(7);
  const graded = await report(started.runId);
  expect(graded).toMatchObject({ runId: started.runId, overallStatus: done.overallStatus, lanes: done.lanes, stages: done.stages, policySnapshotDate: done.policySnapshotDate });
  expect(graded.requirements).toEqual(expect.arrayContaining([
    expect.objectContaining({ id: 'claude.safety-hints', result: 'fail', evidence: ['print\0'], fix: expect.any(String), source: expect.stringMatching(/^https:/) }),
    expect.objectContaining({ id: 'claude.privacy-policy', result: 'notEvaluated', missingInput: expect.any(String) }),
  ]));
});

test('observations by a model that are asked for are said to be out of reach, and change no grade', async () => {
  const { runId } = await startOpenai(house.save(URL), { includeLlmObservations: true, submissionMode: 'mcp-imported-skills' });
  expect(await read(runId)).toMatchObject({ submissionMode: 'mcp-imported-skills', includeLlmObservations: true, llmObservations: { status: 'pending' } });
  await runner.complete(await runner.take(), evidence);
  expect(await read(runId)).toMatchObject({ readinessKind: 'openai', llmObservations: { status: 'provider-failed', reason: 'provider_error' } });
  expect((await report(runId)).requirements).toContainEqual(expect.objectContaining({ id: 'openai.imported-skills', result: 'fail' }));
});

test('the surface that was seen whole is kept with the server; one that was not is not', async () => {
  const look = async (isWhole: boolean) => {
    const server = house.save(URL);
    await startClaude(server);
    await runner.complete(await runner.take(), { ...evidence, surface: { ...evidence.surface!, tools: [{ name: 'print' }] }, isWhole });
    return async () => (await house.pool.query('select 1 from surface_periods where server_id = $1', [server.serverId])).rowCount;
  };
  const [partial, whole] = [await look(false), await look(true)];
  await until(async () => await whole() === 1);
  expect(await partial()).toBe(0);
});

describe('a start is refused', () => {
  test.each<[string, () => Promise<unknown>, object]>([
    ['without a submission mode', () => house.call(startOpenAIReadinessRun, { ...house.save(URL), idempotencyKey: '' }, {}), at('/submissionMode')],
    ['with another submission mode', () => startOpenai(house.save(URL), { submissionMode: 'skills-only' }), at('/submissionMode')],
    ['with a key that it does not know', () => startClaude(house.save(URL), { submissionMode: 'mcp-only' }), at('/submissionMode')],
    ['with an empty idempotency key', () => startClaude(house.save(URL), { idempotencyKey: '' }), at('/idempotencyKey')],
    ['with an idempotency key of 201 characters', () => startClaude(house.save(URL), { idempotencyKey: 'x'.repeat(201) }), at('/idempotencyKey')],
    ['with an idempotency key beyond ASCII', () => startOpenai(house.save(URL), { idempotencyKey: 'schlüssel' }), at('/idempotencyKey')],
    ['with a bad idempotency key in the header', () => startClaude(house.save(URL), {}, 'x'.repeat(201)), at('/idempotencyKey')],
    ['for a server that is a command', () => startClaude(house.save('', { transport: 'stdio', command: 'npx' })), at('/serverId')],
    ['for a server that is not there', () => startClaude({ projectId, serverId: 'srv_none' }), { code: 'NOT_FOUND' }],
  ])('%s, and nothing is written', async (_, start, refusal) => {
    await expect(start()).rejects.toMatchObject(refusal);
    expect((await list()).items).toEqual([]);
  });

  test('while the project has ten runs open', async () => {
    const server = house.save(URL);
    for (let i = 0; i < 10; i++) await startClaude(server);
    await expect(startClaude(server)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) });
    const { runId } = (await list()).items.map(({ id }) => ({ runId: id }))[0]!;
    await cancel(runId);
    expect(await startClaude(server)).toMatchObject({ deduped: false });
  });
});

describe('an idempotency key', () => {
  test.each([['in the body', { idempotencyKey: 'once' }, ''], ['in the header', {}, 'once']])('%s finds the run as it stands now', async (_, body, header) => {
    const server = house.save(URL);
    const first = await startClaude(server, body, header);
    await runner.complete(await runner.take(), evidence);
    expect(await startClaude(server, body, header)).toEqual({ ...first, status: 'completed', deduped: true });
    expect(await runner.lease()).toEqual([]);
  });

  test('finds the run also when the server has changed so that no other could be started', async () => {
    const server = house.save(URL);
    const { runId } = await startClaude(server, { idempotencyKey: 'once' });
    house.change(server, { transport: 'stdio', command: 'npx' });
    expect(await startClaude(server, { idempotencyKey: 'once' })).toMatchObject({ runId, deduped: true });
    await expect(startClaude(server)).rejects.toMatchObject(at('/serverId'));
  });

  test('of another request is a conflict that names the run; another server, another directory may use it', async () => {
    const [server, other] = [house.save(URL), house.save(URL)];
    const { runId } = await startClaude(server, { idempotencyKey: 'k' });
    await expect(startClaude(server, { idempotencyKey: 'k', includeLlmObservations: true })).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'IDEMPOTENCY_CONFLICT', runId } });
    expect(await startClaude(other, { idempotencyKey: 'k' })).toMatchObject({ deduped: false });
    expect(await startOpenai(server, { idempotencyKey: 'k' })).toMatchObject({ deduped: false });
  });

  test('that many send at once makes one run', async () => {
    const server = house.save(URL);
    const started = await Promise.all(Array.from({ length: 8 }, () => startClaude(server, { idempotencyKey: 'race' })));
    expect(new Set(started.map(({ runId }) => runId)).size).toBe(1);
    expect(started.filter(({ deduped }) => !deduped)).toHaveLength(1);
  });
});

describe('a run ends', () => {
  test('cancelled: its runner hears so at the next beat, and its answer changes nothing', async () => {
    const { runId } = await startClaude(house.save(URL), { includeLlmObservations: true });
    const job = await runner.take();
    expect(await cancel(runId)).toEqual({ runId, projectId, status: 'cancelled' });
    expect([await runner.beat(job), await runner.complete(job, evidence)]).toEqual([[job.jobId], true]);
    expect(await read(runId)).toMatchObject({ status: 'cancelled', terminalReason: 'cancelled', attemptCount: 1, hasReport: false, llmObservations: { reason: 'cancelled' } });
    await expect(cancel(runId)).rejects.toMatchObject({ code: 'CONFLICT', details: { status: 'cancelled' } });
    await expect(report(runId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('either cancelled or completed when both happen at once', async () => {
    const server = house.save(URL);
    for (let i = 0; i < 10; i++) {
      const { runId } = await startClaude(server);
      const job = await runner.take();
      const [late, cancelled] = await Promise.all([runner.complete(job, evidence), cancel(runId).then(() => true, () => false)]);
      expect(late).toBe(cancelled);
      expect((await read(runId)).status).toBe(cancelled ? 'cancelled' : 'completed');
    }
  });

  test('failed with what its runner says, secrets masked', async () => {
    const { runId } = await startClaude(house.save(URL));
    await runner.fail(await runner.take(), 'TIMEOUT', 'It hung with token=abcdef123456.');
    expect(await read(runId)).toMatchObject({ status: 'failed', terminalReason: 'timeout', errorMessage: 'It hung with token=[redacted]', hasReport: false });
  });

  test.each(['', '[]', '{"version":1}', '{"version":1,"surface":7}'])('failed when a runner answers %j', async (output) => {
    const { runId } = await startClaude(house.save(URL));
    await runner.complete(await runner.take(), output);
    expect(await read(runId)).toMatchObject({ status: 'failed', terminalReason: 'invalid_evidence' });
  });

  test('failed when three runners in a row go silent; an answer of one that was thought dead is refused', async () => {
    const { runId } = await startClaude(house.save(URL));
    let job = await runner.take();
    const silence = () => house.pool.query(`update jobs set lease_until = now() - interval '1 s' where id = $1`, [runId]);
    for (const fence of [2, 3]) {
      await silence();
      const dead = job;
      job = await runner.take();
      expect([job.fence, await runner.complete(dead, evidence)]).toEqual([fence, true]);
      expect(await read(runId)).toMatchObject({ status: 'running', attemptCount: fence });
    }
    await silence();
    expect(await until(async () => { const run = await read(runId); return run.status === 'failed' && run; })).toMatchObject({ terminalReason: 'runner_lost', attemptCount: 3 });
  });

  test('not when a stopping runner gives it back', async () => {
    const { runId } = await startClaude(house.save(URL));
    await runner.giveBack(await runner.take());
    expect(await read(runId)).toMatchObject({ status: 'pending', attemptCount: 0 });
    await runner.complete(await runner.take(), evidence);
    expect(await read(runId)).toMatchObject({ status: 'completed', attemptCount: 1 });
  });
});

test('a run about a server with labels goes to a runner that stands for them', async () => {
  await startClaude(house.save(URL, { runnerLabels: ['lab'] }));
  expect(await runner.lease()).toEqual([]);
  expect(await playedRunner(house.runner, 'readiness', ['lab']).lease()).toHaveLength(1);
});

describe('the list', () => {
  test('is paged from the newest, by directory and server, and its limit is clamped', async () => {
    const [one, two] = [house.save(URL), house.save(URL)];
    const ids: string[] = [];
    for (const [server, start] of [[one, startClaude], [two, startOpenai], [one, startOpenai], [two, startClaude]] as const) ids.unshift((await start(server)).runId);
    const pages: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list({ limit: '3', ...(cursor && { cursor }) });
      pages.push(page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(pages).toEqual([ids.slice(0, 3), ids.slice(3)]);
    expect((await list({ limit: '1000' })).items).toHaveLength(4);
    expect((await list({ limit: '-5' })).items).toHaveLength(1);
    expect((await list({ readinessKind: 'openai' })).items.map(({ id }) => id)).toEqual([ids[1], ids[2]]);
    expect((await list({ serverId: one.serverId, readinessKind: 'claude' })).items.map(({ id }) => id)).toEqual([ids[3]]);
  });

  test.each<[string, object, string]>([['another directory', { readinessKind: 'gemini' }, '/readinessKind'], ['a cursor of another list', { cursor: 'AAAA' }, '/cursor']])('%s is refused', async (_, query, path) => {
    await expect(list(query)).rejects.toMatchObject(at(path));
  });
});

test('a run of another project does not exist', async () => {
  const { runId } = await startClaude(house.save(URL));
  const elsewhere = { projectId: 'prj_2', runId };
  const options = { caller: { ...house.member, projectId: 'prj_2' } };
  for (const operation of [getReadinessRun, cancelReadinessRun, getReadinessReport]) await expect(house.send(operation, elsewhere, {}, options)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test.each(['server', 'project'])('nothing of a run is left when its %s is gone, and its runner hears so', async (gone) => {
  const server = house.save(URL);
  const { runId } = await startClaude(server);
  const job = await runner.take();
  const message = (value: Uint8Array) => ({ source: 'test', time: new Date(0), topic: 't', key: 'k', id: `${runId}.${gone}`, type: 't', value: Buffer.from(value) });
  if (gone === 'server') await onServerDeleted(house.pool)(message(ServerDeleted.encode(ServerDeleted.fromPartial(server)).finish()));
  else await onProjectDeleted(house.pool)(message(ProjectDeleted.encode(ProjectDeleted.fromPartial({ projectId })).finish()));
  await expect(read(runId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect([await runner.beat(job), await runner.complete(job, evidence)]).toEqual([[job.jobId], true]);
});
