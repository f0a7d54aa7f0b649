import { operations } from '@assay/contract/operations';
import type { AuditedChange } from '@assay/testkit/audit/audited-changes';
import { watchAudit } from '@assay/testkit/audit/watch-audit';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let house: TestDiagnostics;
let told: () => Promise<AuditedChange[]>;
beforeAll(async () => {
  house = await startTestDiagnostics();
  told = await watchAudit(house.pool);
});
afterAll(() => house.stop());

const inProject = { projectId: 'prj_1' };
const ping = { scenario: 'ping', checks: [{ id: 'ping', status: 'SUCCESS' }] };

test.each([
  ['that is not there', () => 'srv_none', 'NOT_FOUND'],
  ['that is switched off', () => house.save('http://127.0.0.1:1/', { enabled: false }).serverId, 'CONFLICT'],
])('no tool call is logged for a server %s', async (_, server, code) => {
  await expect(
    house.call(operations.callTool, { ...inProject, serverId: server() }, { toolName: 'echo' }),
  ).rejects.toMatchObject({
    code,
  });
  expect(await told()).toEqual([]);
});

test('a tool call is logged whether its server answers or not', async () => {
  const address = house.save('http://127.0.0.1:1/');
  await expect(house.call(operations.callTool, address, { toolName: 'x'.repeat(256) })).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
  });
  expect(await told()).toMatchObject([
    { operation: 'CallTool', target: { serverId: address.serverId, toolName: 'x'.repeat(256) } },
  ]);
});

test('a tool name in the log has at most 256 characters', async () => {
  await expect(
    house.call(operations.callTool, house.save('http://127.0.0.1:1/'), { toolName: 'x'.repeat(257) }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path: '/toolName' }] } });
  expect(await told()).toEqual([]);
});

test('a run that is reported in steps leaves an entry for each step that stored something', async () => {
  const start = () => house.call(operations.startConformanceIngestRun, inProject, { externalRunId: 'ci-1' });
  const { runId } = await start();
  await start();
  const add = () => house.call(operations.upsertConformanceIngestReport, inProject, { runId, reports: [ping] });
  await add();
  await add();
  const end = () => house.call(operations.finalizeConformanceIngestRun, inProject, { runId });
  await end();
  await end();
  expect((await told()).map(({ operation, target, before, after }) => ({ operation, target, before, after }))).toEqual([
    {
      operation: 'StartConformanceIngestRun',
      target: { runId },
      before: undefined,
      after: { externalRunId: 'ci-1', status: 'running', outcome: null },
    },
    { operation: 'UpsertConformanceIngestReport', target: { runId }, before: undefined, after: { inserted: 1 } },
    {
      operation: 'FinalizeConformanceIngestRun',
      target: { runId },
      before: { externalRunId: 'ci-1', status: 'running', outcome: null },
      after: { externalRunId: 'ci-1', status: 'completed', outcome: 'incomplete' },
    },
  ]);
});

test('a run that is reported at once leaves one entry, also when it is sent again', async () => {
  const report = () =>
    house.call(operations.reportConformanceRun, inProject, { externalRunId: 'ci-2', reports: [ping] });
  const { runId } = await report();
  await report();
  expect(await told()).toMatchObject([
    { operation: 'ReportConformanceRun', target: { runId }, after: { status: 'completed', inserted: 1 } },
  ]);
});
