import { startInstallation, type Installation } from '../support/installation.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
});
afterAll(() => installation.stop());

interface Ingested {
  ok: true;
  runId: string;
  suiteId: string;
  projectId: string;
  status: string;
  result?: string | null;
}

const ask = <T>(path: string, body: object) =>
  installation.api.ask<T>('POST', `/projects/default/eval-ingest/${path}`, body);
const JUNIT = '<testsuite><testcase name="one"/><testcase name="two"><failure message="no"/></testcase></testsuite>';

test('a harness elsewhere reports to the default project of its key', async () => {
  const { api } = installation;
  const start = { suiteName: 'elsewhere', externalRunId: 'build-1' };
  const { runId, suiteId, projectId } = await ask<Ingested>('runs/start', start);
  expect(projectId).toBe(api.projectId);
  await ask('runs/iterations', { runId, results: [{ caseTitle: 'adds', passed: true, externalIterationId: '1' }] });
  expect(await ask<Ingested>('runs/finalize', { runId })).toMatchObject({
    ok: true,
    suiteId,
    status: 'completed',
    result: 'passed',
  });
  expect(await ask<Ingested>('report', { ...start, results: [{ caseTitle: 'adds', passed: false }] })).toMatchObject({
    runId,
    reused: true,
    result: 'passed',
  });
  expect(await api.get(`/eval-suites/${suiteId}/runs`)).toMatchObject({
    items: [{ id: runId, source: 'sdk', client: { name: 'SDK harness' } }],
  });
  expect(await api.get('/eval-suites')).toMatchObject({ items: [{ id: suiteId, name: 'elsewhere' }] });
});

test.each(['PUT', 'POST'])('a file is uploaded by %s without a key, and read into a run', async (method) => {
  const { uploadUrl } = await ask<{ uploadUrl: string }>('artifacts/upload-url', {});
  const sent = { method, body: JUNIT };
  const uploaded = await fetch(uploadUrl, sent);
  expect(uploaded.status).toBe(200);
  const { storageId } = (await uploaded.json()) as { storageId: string };
  expect(await ask<Ingested>('report', { suiteName: 'files', artifact: { storageId, format: 'junit' } })).toMatchObject(
    { status: 'completed', result: 'failed', summary: { total: 2, passed: 1, failed: 1 } },
  );
});

test('a URL without a valid signature accepts nothing', async () => {
  const answer = await fetch(
    `${installation.url}/api/v1/projects/${installation.api.projectId}/eval-ingest/artifacts/${'x'.repeat(60)}`,
    { method: 'PUT', body: JUNIT },
  );
  expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })]);
});

test('a body over 6 MiB is a bad request', async () => {
  const answer = await installation.api.send('POST', '/projects/default/eval-ingest/report', {
    suiteName: 'x',
    results: [{ caseTitle: 'a', passed: true, trace: 'x'.repeat(6 * 1024 * 1024) }],
  });
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
});
