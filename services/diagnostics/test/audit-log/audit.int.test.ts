import { InspectionOutcome } from '@assay/mesh/gen/assay/v1/inspection';
import { WorkService } from '@assay/mesh/gen/assay/v1/work';
import { operations } from '@assay/contract/operations';
import type { AuditedChange } from '@assay/testkit/audit/audited-changes';
import { watchAudit } from '@assay/testkit/audit/watch-audit';
import { waitUntil } from '@assay/testkit/until';
import { answeredWork } from '@assay/work/runner/work-handler';
import { answered, startRaw } from '../support/raw-server.ts';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let fixture: TestDiagnostics;
let told: () => Promise<AuditedChange[]>;
beforeAll(async () => {
  fixture = await startTestDiagnostics();
  told = await watchAudit(fixture.pool);
});
afterAll(() => fixture.stop());

/** The entries of a tool call, once its outcome is among them: it is written after the answer. */
async function ended(): Promise<AuditedChange[]> {
  const entries: AuditedChange[] = [];
  return waitUntil(async () => {
    entries.push(...(await told()));
    return entries.some(({ outcome }) => outcome === 'done' || outcome === 'failed') && entries;
  });
}

const inProject = { projectId: 'prj_1' };
const ping = { scenario: 'ping', checks: [{ id: 'ping', status: 'SUCCESS' }] };

test.each([
  ['that is not there', () => 'srv_none', 'NOT_FOUND'],
  ['that is switched off', () => fixture.save('http://127.0.0.1:1/', { enabled: false }).serverId, 'CONFLICT'],
])('a tool call is logged as failed for a server %s', async (_, server, code) => {
  const at = { ...inProject, serverId: server() };
  await expect(fixture.call(operations.callTool, at, { toolName: 'echo' })).rejects.toMatchObject({ code });
  const target = { serverId: at.serverId, toolName: 'echo' };
  expect(await ended()).toMatchObject([
    { outcome: 'started', target },
    { outcome: 'failed', target },
  ]);
});

/** A server whose tool does `act` when it runs. */
const withTool = async (
  act: () => Promise<unknown>,
  work: (at: ReturnType<TestDiagnostics['save']>) => Promise<void>,
) => {
  const server = await startRaw((message, response) => {
    if (message.method !== 'tools/call') return answered(response, message, '{}');
    void act().then(() => answered(response, message, '{"content":[]}'));
  });
  await work(fixture.save(server.url)).finally(() => server.stop());
};
const breakLog = () => fixture.pool.query('alter table outbox rename to lost_outbox');
const mendLog = () => fixture.pool.query('alter table lost_outbox rename to outbox');
/** Refuses entries and counts the attempts: a sequence keeps its value when a transaction is rolled back. */
const refuseEntries = () =>
  fixture.pool.query(`
    create sequence refused;
    create function refuse_entry() returns trigger language plpgsql
      as 'begin perform nextval(''refused''); raise exception ''read-only''; end';
    create trigger refuse_entry before insert on outbox for each statement execute function refuse_entry()`);
/** Accepts entries again, once one was refused. */
const acceptEntries = async () => {
  await waitUntil(async () => {
    const { rows } = await fixture.pool.query<{ is_called: boolean }>('select is_called from refused');
    return rows[0]!.is_called;
  });
  await fixture.pool.query('drop function refuse_entry cascade; drop sequence refused');
};

test('a tool does not run when its call cannot be noted in the log', async () => {
  let calls = 0;
  const act = async () => void calls++;
  await withTool(act, async (at) => {
    await breakLog();
    await expect(fixture.call(operations.callTool, at, { toolName: 'pay' })).rejects.toMatchObject({
      code: 'INTERNAL_ERROR',
      details: undefined,
    });
    await mendLog();
  });
  expect(calls).toBe(0);
});

test('the outcome of a tool call is written again when Postgres refused it, after the result', async () => {
  await withTool(refuseEntries, async (at) => {
    expect(await fixture.call(operations.callTool, at, { toolName: 'pay' })).toEqual({ content: [] });
    expect(await told()).toMatchObject([{ operation: 'CallTool', outcome: 'started', target: { toolName: 'pay' } }]);
    await acceptEntries();
  });
  expect(await ended()).toMatchObject([{ operation: 'CallTool', outcome: 'done', target: { toolName: 'pay' } }]);
});

test('the result from a runner arrives when its inspection cannot be deleted', async () => {
  const at = fixture.save('', { transport: 'stdio', command: 'npx', args: ['payer'] });
  const answer = fixture.call(operations.callTool, at, { toolName: 'pay' });
  const lease = { runnerId: 'r', freeSlots: 1, waitMs: 20_000, kinds: ['inspect'], labels: ['stdio'] };
  const [item] = (await fixture.runner.call(WorkService.lease, lease)).items;
  await fixture.pool.query(`
    create function keep_inspection() returns trigger language plpgsql as 'begin raise exception ''read-only''; end';
    create trigger keep_inspection before delete on inspections for each statement execute function keep_inspection()`);
  const output = InspectionOutcome.encode({ reply: Buffer.from('{"content":[]}'), surface: Buffer.alloc(0) }).finish();
  const { id, kind, fence } = item!;
  await fixture.runner.call(WorkService.complete, {
    runnerId: 'r',
    reports: [{ id, kind, fence, ...answeredWork(Buffer.from(output)) }],
  });
  expect(await answer).toEqual({ content: [] });
  await fixture.pool.query('drop function keep_inspection cascade; delete from inspections');
  await ended();
});

test('a runner that took a tool call is not told as retryable when Postgres fails', async () => {
  const at = fixture.save('', { transport: 'stdio', command: 'npx', args: ['payer'] });
  const answer = fixture.call(operations.callTool, at, { toolName: 'pay' });
  answer.catch(() => undefined);
  const lease = { runnerId: 'r', freeSlots: 1, waitMs: 20_000, kinds: ['inspect'], labels: ['stdio'] };
  await fixture.runner.call(WorkService.lease, lease);
  await fixture.pool.query('alter table inspections rename to lost_inspections');
  await fixture.pool.query(`select pg_notify('inspections', 'lost_inspections'::regclass::oid::text)`);
  const problem = await answer.catch((error: unknown) => error);
  await fixture.pool.query('alter table lost_inspections rename to inspections');
  expect(problem).toMatchObject({ details: { reason: 'OUTCOME_UNKNOWN' }, retryAfter: undefined });
  await ended();
});

test('a tool call is logged whether its server answers or not', async () => {
  const address = fixture.save('http://127.0.0.1:1/');
  await expect(fixture.call(operations.callTool, address, { toolName: 'x'.repeat(256) })).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
  });
  const target = { serverId: address.serverId, toolName: 'x'.repeat(256) };
  expect(await ended()).toMatchObject([
    { operation: 'CallTool', outcome: 'started', target },
    { operation: 'CallTool', outcome: 'failed', target },
  ]);
});

test('a tool name in the log has at most 256 characters', async () => {
  await expect(
    fixture.call(operations.callTool, fixture.save('http://127.0.0.1:1/'), { toolName: 'x'.repeat(257) }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path: '/toolName' }] } });
  expect(await told()).toEqual([]);
});

test('a run that is reported in steps leaves an entry for each step that stored something', async () => {
  const start = () => fixture.call(operations.startConformanceIngestRun, inProject, { externalRunId: 'ci-1' });
  const { runId } = await start();
  await start();
  const add = () => fixture.call(operations.upsertConformanceIngestReport, inProject, { runId, reports: [ping] });
  await add();
  await add();
  const end = () => fixture.call(operations.finalizeConformanceIngestRun, inProject, { runId });
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
    fixture.call(operations.reportConformanceRun, inProject, { externalRunId: 'ci-2', reports: [ping] });
  const { runId } = await report();
  await report();
  expect(await told()).toMatchObject([
    { operation: 'ReportConformanceRun', target: { runId }, after: { status: 'completed', inserted: 1 } },
  ]);
});

test('the outcome of a tool call is written before the service has stopped', async () => {
  await withTool(
    async () => undefined,
    async (at) => {
      await fixture.call(operations.callTool, at, { toolName: 'pay' });
      await fixture.stopService();
    },
  );
  expect(await told()).toMatchObject([{ outcome: 'started' }, { outcome: 'done', target: { toolName: 'pay' } }]);
});
