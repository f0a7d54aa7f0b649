import type { Me } from '@assay/contract/areas/account/documents';
import type { DoctorReport, ValidateResult } from '@assay/contract/areas/diagnosis/documents';
import type { EvalIteration } from '@assay/contract/areas/iterations/documents';
import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import type { EvalSuite, EvalSuiteCreated } from '@assay/contract/areas/suites/documents';
import type { TraceSpan, WireEntry } from '@assay/contract/areas/transcripts/trace';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startModernServer, type ModernServer } from '@assay/testkit/mcp-servers/modern-server';
import { waitUntil } from '@assay/testkit/until';
import { assertStep, toolCall, type Api, type ApiPage } from '../support/api.ts';
import { MAIN_JOB_CASES } from './main-job-cases.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

type Trace = Transcript & { iterationId: string; traceId: string; spans: TraceSpan[]; wire: WireEntry[] };

let installation: Installation;
let everything: McpServerProcess;
let api: Api;
let serverId: string;

beforeAll(async () => {
  [installation, everything] = await Promise.all([
    startInstallation(),
    sharedEverythingServer({ transport: 'streamableHttp' }),
  ]);
  ({ api } = installation);
});
afterAll(async () => {
  await everything.stop();
  await installation.stop();
});

const TITLES = MAIN_JOB_CASES.map(({ title }) => title);
const PASSED = MAIN_JOB_CASES.filter(({ result }) => result === 'passed').length;
const SUMMARY = {
  total: MAIN_JOB_CASES.length,
  passed: PASSED,
  failed: MAIN_JOB_CASES.length - PASSED,
  passRate: PASSED / MAIN_JOB_CASES.length,
};

describe('the main job, through the public API only', () => {
  let suiteId: string;
  let iterations: EvalIteration[];
  const trace = (runId: string, iterationId: string) =>
    api.get<Trace>(`/eval-runs/${runId}/iterations/${iterationId}/trace`);
  const inList = async () =>
    (await api.get<ApiPage<EvalSuite>>('/eval-suites')).items.find(({ id }) => id === suiteId)!;

  test('a caller with the key reads their account and organization', async () => {
    expect(await api.ask<Me>('GET', '/me')).toMatchObject({ email: 'owner@localhost' });
    expect(await api.ask('GET', '/organizations')).toMatchObject({ items: [{ myRole: 'owner' }] });
    expect(await api.ask('GET', '/projects')).toMatchObject({
      items: [{ id: api.projectId, name: 'Default', role: 'owner' }],
    });
  });

  test('a server is saved, connected to and found healthy', async () => {
    serverId = await api.saveServer('everything', everything.url);
    expect(await api.post<ValidateResult>(`/servers/${serverId}/validate`)).toMatchObject({
      success: true,
      status: 'connected',
      initInfo: { transport: 'streamable-http' },
    });
    const report = await api.post<DoctorReport>(`/servers/${serverId}/doctor`, {});
    expect(report).toMatchObject({ status: 'ready', connection: { status: 'connected' }, error: null });
    expect(Object.values(report.checks).map(({ status }) => status)).not.toContain('error');
  });

  test('its tools are listed, and one is called with its answer unchanged', async () => {
    const { items } = await api.post<ApiPage<{ name: string; inputSchema: object }>>(`/servers/${serverId}/tools`);
    expect(items.find(({ name }) => name === 'echo')).toMatchObject({ inputSchema: { required: ['message'] } });
    const { status, bytes } = await api.inProject('POST', `/servers/${serverId}/tools/call`, {
      toolName: 'echo',
      parameters: { message: 'grüße' },
    });
    expect([status, bytes.toString()]).toEqual([200, '{"content":[{"type":"text","text":"Echo: grüße"}]}']);
  });

  test('a suite is authored, and no run starts', async () => {
    const { status, body } = await api.inProject<EvalSuiteCreated>('POST', '/eval-suites', {
      name: 'everything works',
      serverIds: [serverId],
      model: 'scripted/rules',
      minimumAccuracy: 40,
      tests: MAIN_JOB_CASES.map(({ title, steps }) => ({ title, steps })),
    });
    expect([status, body.caseUpsert.failed]).toEqual([201, []]);
    ({ suiteId } = body);
    expect(body.caseUpsert.committed.map(({ name }) => name)).toEqual(TITLES);
    expect(await inList()).toMatchObject({
      latestRun: null,
      totals: { passed: 0, failed: 0, runs: 0 },
      passRateTrend: [],
    });
  });

  test('it runs, and every trial is graded', async () => {
    const { status, body } = await api.inProject<{ runId: string; suiteId: string }>('POST', '/eval-runs', {
      suiteId,
      notes: 'the first',
    });
    expect([status, body]).toMatchObject([
      202,
      { suiteId, status: 'pending', servers: [{ id: serverId, name: 'everything' }], environment: null },
    ]);
    const run = await api.finishedRun(body.runId);
    iterations = await api.iterations(body.runId);
    expect(run).toMatchObject({
      id: body.runId,
      runNumber: 1,
      status: 'completed',
      result: 'passed',
      verdict: 'passed',
      notes: 'the first',
      source: 'api',
      summary: SUMMARY,
    });
    expect(iterations.map(({ title }) => title)).toEqual(TITLES);
  });

  test.each(MAIN_JOB_CASES.map((each, at) => ({ ...each, at })))(
    'a case that $title has $result, for the right reasons',
    ({ result, checks, toolErrors = [], at }) => {
      const iteration = iterations[at]!;
      expect(iteration).toMatchObject({
        status: 'completed',
        result,
        evaluatorError: false,
        error: null,
        durationMs: expect.any(Number),
      });
      expect(iteration.checks).toMatchObject(
        checks.map(([type, status, reason]) => ({
          type,
          status,
          source: 'step',
          reason: expect.stringMatching(reason),
        })),
      );
      expect(iteration.faults).toMatchObject(
        toolErrors.map((reason) => ({ kind: 'toolError', reason: expect.stringMatching(reason) })),
      );
    },
  );

  test('a trace shows the conversation, the calls and the messages on the wire', async () => {
    const [first, last] = [iterations[0]!, iterations.at(-1)!];
    const [runId] = first.tracePath.split('/').slice(4);
    const direct = await trace(runId!, first.id);
    expect(direct).toMatchObject({
      iterationId: first.id,
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      toolCalls: [{ toolName: 'echo', result: { content: [{ text: 'Echo: grüße' }] }, latencyMs: expect.any(Number) }],
    });
    expect(direct.steps.map(({ stepId, status }) => [stepId, status])).toEqual([
      ['call', 'ok'],
      ['a', 'ok'],
      ['b', 'ok'],
      ['c', 'ok'],
      ['d', 'ok'],
      ['e', 'ok'],
    ]);
    const methods = (direction: string) =>
      direct.wire
        .filter((entry) => entry.direction === direction)
        .map(({ message }) => (message as { method?: string }).method);
    expect(methods('sent')).toEqual(expect.arrayContaining(['initialize', 'tools/call']));
    expect(direct.wire).toContainEqual(
      expect.objectContaining({
        direction: 'received',
        message: expect.objectContaining({ result: { content: [{ type: 'text', text: 'Echo: grüße' }] } }),
      }),
    );
    expect(direct.spans.find(({ category }) => category === 'tool')).toMatchObject({
      name: 'tools/call echo',
      status: 'ok',
    });
    const prompted = await trace(runId!, last.id);
    expect(prompted.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(last).toMatchObject({ model: 'scripted/rules', provider: 'scripted' });
  });

  test('the suite shows its latest run and its trend as soon as the events have arrived', async () => {
    const shown = await waitUntil(async () => {
      const suite = await inList();
      return suite.latestRun !== null && suite;
    });
    expect(shown).toMatchObject({
      latestRun: { status: 'completed', passed: PASSED, failed: SUMMARY.failed },
      totals: { passed: PASSED, runs: 1 },
      passRateTrend: [SUMMARY.passRate],
    });
    expect((await api.get<ApiPage<EvalRun>>(`/eval-suites/${suiteId}/runs`)).items).toMatchObject([
      { runNumber: 1, suiteId },
    ]);
  });

  test('inline tests of a run become a suite of their own, and fail it below the wanted rate', async () => {
    const echo = toolCall('a', 'everything', 'echo', { message: 'x' });
    const tests = [
      { title: 'fine', steps: [echo], runs: 2 },
      { title: 'not fine', steps: [echo, assertStep('b', { type: 'toolResultContains', needle: 'y' })] },
    ];
    const created = await api.post<{ runId: string; suiteId: string }>('/eval-runs', {
      suiteName: 'in place',
      serverIds: [serverId],
      tests,
      passCriteria: { minimumPassRate: 90 },
    });
    expect(created).toMatchObject({ caseUpsert: { committed: [{ name: 'fine' }, { name: 'not fine' }] } });
    expect(await api.finishedRun(created.runId)).toMatchObject({
      result: 'failed',
      summary: { total: 3, passed: 2 },
      minimumAccuracy: 90,
    });
    expect(await api.get(`/eval-suites/${created.suiteId}`)).toMatchObject({ name: 'in place' });
    expect((await api.get<ApiPage<unknown>>(`/eval-suites/${created.suiteId}/cases`)).items).toHaveLength(2);
  });
});

describe.each([
  [
    'of the newest revision',
    () => startModernServer(),
    'streamable-http',
    '2026-07-28',
    { tool: 'add', args: { a: 2, b: 3 }, says: '5' },
  ],
  [
    'over HTTP+SSE',
    () => sharedEverythingServer({ transport: 'sse' }),
    'sse',
    '2025-11-25',
    { tool: 'echo', args: { message: 'old' }, says: 'Echo: old' },
  ],
] as const)('a server %s', (name, start, transport, protocolVersion, { tool, args, says }) => {
  let server: ModernServer | McpServerProcess;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  test.each(['iteration', 'run'] as const)(
    'is diagnosed, called and evaluated with a session per %s',
    async (sessionIsolation) => {
      const id = await api.saveServer(`${name}, ${sessionIsolation}`, server.url);
      expect(await api.post<DoctorReport>(`/servers/${id}/doctor`)).toMatchObject({
        status: 'ready',
        initInfo: { transport, protocolVersion },
      });
      expect(await api.post(`/servers/${id}/tools/call`, { toolName: tool, parameters: args })).toMatchObject({
        content: [{ type: 'text', text: says }],
      });
      const steps = [
        toolCall('call', `${name}, ${sessionIsolation}`, tool, args),
        assertStep('check', { type: 'toolResultContains', needle: says }),
      ];
      const { suiteId } = await api.post<EvalSuiteCreated>('/eval-suites', {
        name: `${name}, ${sessionIsolation}`,
        serverIds: [id],
        sessionIsolation,
        tests: [{ title: 'works', steps, runs: 3 }],
      });
      const run = await api.finishedRun(await api.startRun({ suiteId }));
      expect(run).toMatchObject({ result: 'passed', summary: { total: 3, passed: 3 } });
      for (const { tracePath } of await api.iterations(run.id)) {
        const { wire } = await api.ask<Trace>('GET', tracePath);
        expect(wire).toContainEqual(
          expect.objectContaining({
            direction: 'received',
            message: expect.objectContaining({
              result: expect.objectContaining({ content: [{ type: 'text', text: says }] }),
            }),
          }),
        );
      }
    },
  );
});
