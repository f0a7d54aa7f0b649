import { isSlowRun } from '@assay/testkit/slow-run';
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
const LONG_MS = 90_000;
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

const CASES = isSlowRun ? 20_000 : 2_000;

test(
  `a JUnit report of ${CASES} cases is read into a run within the time of its request`,
  async () => {
    const one = (n: number) =>
      n % 10
        ? `<testcase classname="suite.Class${n % 500}" name="does thing ${n}" time="0.01"/>`
        : `<testcase classname="suite.Class${n % 500}" name="does thing ${n}" time="0.01"><failure message="expected ${n}">at line ${n}</failure></testcase>`;
    const { uploadUrl } = await ask<{ uploadUrl: string }>('artifacts/upload-url', {});
    const uploaded = await fetch(uploadUrl, {
      method: 'PUT',
      body: `<testsuite>${Array.from({ length: CASES }, (_, n) => one(n)).join('\n')}</testsuite>`,
    });
    const { storageId } = (await uploaded.json()) as { storageId: string };
    const report = { suiteName: 'large', externalRunId: 'large', artifact: { storageId, format: 'junit' } };
    const api = installation.api.waiting(LONG_MS);
    expect(await api.ask('POST', '/projects/default/eval-ingest/report', report)).toMatchObject({
      status: 'completed',
      summary: { total: CASES, passed: CASES * 0.9, failed: CASES * 0.1 },
    });
  },
  LONG_MS,
);

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
