import type { EvalIteration } from '@assay/sdk';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startModernServer, type ModernServer } from '@assay/testkit/mcp-servers/modern-server';
import { waitUntil } from '@assay/testkit/until';
import { assertStep, toolCall, type Api, answerOf } from '../support/api.ts';
import { MAIN_JOB_CASES } from './main-job-cases.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

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
    api.assay.getEvalIterationTrace({ projectId: api.projectId, runId, iterationId });
  const inList = async () =>
    (await api.assay.listEvalSuites({ projectId: api.projectId })).items.find(({ id }) => id === suiteId)!;

  test('a caller with the key reads their account and organization', async () => {
    expect(await api.assay.getMe()).toMatchObject({ email: 'owner@localhost' });
    expect(await api.assay.listOrganizations()).toMatchObject({ items: [{ myRole: 'owner' }] });
    expect(await api.assay.listProjects()).toMatchObject({
      items: [{ id: api.projectId, name: 'Default', role: 'owner' }],
    });
  });

  test('a server is saved, connected to and found healthy', async () => {
    serverId = await api.saveServer('everything', everything.url);
    expect(await api.assay.validateServer({ projectId: api.projectId, serverId })).toMatchObject({
      success: true,
      status: 'connected',
      initInfo: { transport: 'streamable-http' },
    });
    const report = await api.assay.runDoctor({ projectId: api.projectId, serverId }, {});
    expect(report).toMatchObject({ status: 'ready', connection: { status: 'connected' }, error: null });
    expect(Object.values(report.checks).map(({ status }) => status)).not.toContain('error');
  });

  test('its tools are listed, and one is called with its answer unchanged', async () => {
    const { items } = await api.assay.listTools({ projectId: api.projectId, serverId });
    expect(items.find(({ name }) => name === 'echo')).toMatchObject({ inputSchema: { required: ['message'] } });
    const answer = await api.fetch(`/api/v1/projects/${api.projectId}/servers/${serverId}/tools/call`, {
      method: 'POST',
      body: JSON.stringify({ toolName: 'echo', parameters: { message: 'grüße' } }),
    });
    expect([answer.status, await answer.text()]).toEqual([200, '{"content":[{"type":"text","text":"Echo: grüße"}]}']);
  });

  test('a suite is authored, and no run starts', async () => {
    const { status, body } = await answerOf(
      api.assay.createEvalSuite.withResponse(
        { projectId: api.projectId },
        {
          name: 'everything works',
          serverIds: [serverId],
          model: 'scripted/rules',
          minimumAccuracy: 40,
          tests: MAIN_JOB_CASES.map(({ title, steps }) => ({ title, steps })),
        },
      ),
    );
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
    const { status, body } = await answerOf(
      api.assay.createEvalRun.withResponse(
        { projectId: api.projectId },
        {
          suiteId,
          notes: 'the first',
        },
      ),
    );
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

  test('the place of evidence is found in the trace, and a failed case is told by it', async () => {
    const [held, failed] = [iterations[0]!, iterations[1]!];
    const [runId] = held.tracePath.split('/').slice(4);
    const { place } = held.checks[0]!;
    const { wire, toolCalls } = await trace(runId!, held.id);
    expect(place).toMatchObject({ spanId: toolCalls[0]!.id, part: 'result', pointer: '/content/0/text' });
    const { result } = wire[place!.wireIndex!]!.message as { result: { content: { text: string }[] } };
    expect(result.content[0]!.text.slice(place!.range!.start, place!.range!.end)).toBe('Echo: grüße');
    const { items } = await api.assay.listEvalRunCases(
      { projectId: api.projectId, runId: runId! },
      { outcome: 'failed' },
    );
    expect(items[0]).toMatchObject({
      title: failed.title,
      firstFailure: {
        expected: 'a result that contains "goodbye"',
        came: '"Echo: hello"',
        evidence: `message ${failed.checks[0]!.place!.wireIndex! + 1} of trial 1`,
      },
    });
  });

  test('the suite shows its latest run and its trend as soon as the events have arrived', async () => {
    const shown = await waitUntil(async () => {
      const suite = await inList();
      return suite.latestRun !== null && suite;
    });
    expect(shown).toMatchObject({
      latestRun: {
        status: 'completed',
        verdict: 'passed',
        minimumAccuracy: 40,
        passed: PASSED,
        failed: SUMMARY.failed,
      },
      totals: { passed: PASSED, runs: 1 },
      passRateTrend: [SUMMARY.passRate],
    });
    expect((await api.assay.listEvalSuiteRuns({ projectId: api.projectId, suiteId })).items).toMatchObject([
      { runNumber: 1, suiteId },
    ]);
  });

  test('inline tests of a run become a suite of their own, and fail it below the wanted rate', async () => {
    const echo = toolCall('a', 'everything', 'echo', { message: 'x' });
    const tests = [
      { title: 'fine', steps: [echo], runs: 2 },
      { title: 'not fine', steps: [echo, assertStep('b', { type: 'toolResultContains', needle: 'y' })] },
    ];
    const created = await api.assay.createEvalRun(
      { projectId: api.projectId },
      {
        suiteName: 'in place',
        serverIds: [serverId],
        tests,
        passCriteria: { minimumPassRate: 90 },
      },
    );
    expect(created).toMatchObject({ caseUpsert: { committed: [{ name: 'fine' }, { name: 'not fine' }] } });
    expect(await api.finishedRun(created.runId)).toMatchObject({
      result: 'failed',
      summary: { total: 3, passed: 2 },
      minimumAccuracy: 90,
    });
    expect(await api.assay.getEvalSuite({ projectId: api.projectId, suiteId: created.suiteId })).toMatchObject({
      name: 'in place',
    });
    expect((await api.assay.listEvalCases({ projectId: api.projectId, suiteId: created.suiteId })).items).toHaveLength(
      2,
    );
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
      expect(await api.assay.runDoctor({ projectId: api.projectId, serverId: id })).toMatchObject({
        status: 'ready',
        initInfo: { transport, protocolVersion },
      });
      expect(
        await api.assay.callTool({ projectId: api.projectId, serverId: id }, { toolName: tool, parameters: args }),
      ).toMatchObject({
        content: [{ type: 'text', text: says }],
      });
      const steps = [
        toolCall('call', `${name}, ${sessionIsolation}`, tool, args),
        assertStep('check', { type: 'toolResultContains', needle: says }),
      ];
      const { suiteId } = await api.assay.createEvalSuite(
        { projectId: api.projectId },
        {
          name: `${name}, ${sessionIsolation}`,
          serverIds: [id],
          sessionIsolation,
          tests: [{ title: 'works', steps, runs: 3 }],
        },
      );
      const run = await api.finishedRun(await api.startRun({ suiteId }));
      expect(run).toMatchObject({ result: 'passed', summary: { total: 3, passed: 3 } });
      for (const { id } of await api.iterations(run.id)) {
        const { wire } = await api.trace(run.id, id);
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
