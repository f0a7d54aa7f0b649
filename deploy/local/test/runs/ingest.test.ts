import { isSlowRun } from '@assay/testkit/slow-run';
import { startInstallation, type Installation } from '../support/installation.ts';
import { answerOf } from '../support/api.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
});
afterAll(() => installation.stop());

const LONG_MS = 90_000;
const JUNIT = '<testsuite><testcase name="one"/><testcase name="two"><failure message="no"/></testcase></testsuite>';

test('a harness elsewhere reports to the default project of its key', async () => {
  const { api } = installation;
  const start = { suiteName: 'elsewhere', externalRunId: 'build-1' };
  const { runId, suiteId, projectId } = await api.assay.startEvalIngestRun({ projectId: 'default' }, start);
  expect(projectId).toBe(api.projectId);
  await api.assay.ingestEvalRunIterations(
    { projectId: 'default' },
    { runId, results: [{ caseTitle: 'adds', passed: true, externalIterationId: '1' }] },
  );
  expect(await api.assay.finalizeEvalIngestRun({ projectId: 'default' }, { runId })).toMatchObject({
    ok: true,
    suiteId,
    status: 'completed',
    result: 'passed',
  });
  expect(
    await installation.api.assay.reportEvalRun(
      { projectId: 'default' },
      { ...start, results: [{ caseTitle: 'adds', passed: false }] },
    ),
  ).toMatchObject({
    runId,
    reused: true,
    result: 'passed',
  });
  expect(await api.assay.listEvalSuiteRuns({ projectId: api.projectId, suiteId })).toMatchObject({
    items: [{ id: runId, source: 'sdk', client: { name: 'SDK harness' } }],
  });
  expect(await api.assay.listEvalSuites({ projectId: api.projectId })).toMatchObject({
    items: [{ id: suiteId, name: 'elsewhere' }],
  });
});

test.each(['PUT', 'POST'])('a file is uploaded by %s without a key, and read into a run', async (method) => {
  const { uploadUrl } = await installation.api.assay.createEvalIngestUploadUrl({ projectId: 'default' });
  const sent = { method, body: JUNIT };
  const uploaded = await fetch(uploadUrl, sent);
  expect(uploaded.status).toBe(200);
  const { storageId } = (await uploaded.json()) as { storageId: string };
  expect(
    await installation.api.assay.reportEvalRun(
      { projectId: 'default' },
      { suiteName: 'files', artifact: { storageId, format: 'junit' } },
    ),
  ).toMatchObject({ status: 'completed', result: 'failed', summary: { total: 2, passed: 1, failed: 1 } });
});

const CASES = isSlowRun ? 20_000 : 2_000;

test(
  `a JUnit report of ${CASES} cases is read into a run within the time of its request`,
  async () => {
    const one = (n: number) =>
      n % 10
        ? `<testcase classname="suite.Class${n % 500}" name="does thing ${n}" time="0.01"/>`
        : `<testcase classname="suite.Class${n % 500}" name="does thing ${n}" time="0.01"><failure message="expected ${n}">at line ${n}</failure></testcase>`;
    const { uploadUrl } = await installation.api.assay.createEvalIngestUploadUrl({ projectId: 'default' });
    const uploaded = await fetch(uploadUrl, {
      method: 'PUT',
      body: `<testsuite>${Array.from({ length: CASES }, (_, n) => one(n)).join('\n')}</testsuite>`,
    });
    const { storageId } = (await uploaded.json()) as { storageId: string };
    const report = { suiteName: 'large', externalRunId: 'large', artifact: { storageId, format: 'junit' } } as const;
    const api = installation.api.waiting(LONG_MS);
    expect(await api.assay.reportEvalRun({ projectId: 'default' }, report)).toMatchObject({
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
  const answer = await answerOf(
    installation.api.assay.reportEvalRun.withResponse(
      { projectId: 'default' },
      {
        suiteName: 'x',
        results: [{ caseTitle: 'a', passed: true, trace: 'x'.repeat(6 * 1024 * 1024) }],
      },
    ),
  );
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
});
