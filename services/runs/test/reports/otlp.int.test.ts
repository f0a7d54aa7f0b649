import { given } from '@assay/contract/given';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { TraceSpan } from '@assay/contract/areas/transcripts/trace';
import { operations } from '@assay/contract/operations';
import {
  said,
  spans,
  spansOf,
  traced,
  traceId,
  valuesOf,
  type ExportedSpan,
  type ExportedTraces,
} from '../support/exported-traces.ts';
import { echoCase, openRuns, testCaller, type RunsFixture } from '../support/harness.ts';

describe('exported', () => {
  let runs: RunsFixture;
  beforeAll(async () => {
    runs = await openRuns();
  });
  afterAll(() => runs.close());

  async function page(runId: string, query: object = {}) {
    const { json, headers, contentType } = await runs.asUser.call(
      rpcOf(operations.exportEvalRunTraces),
      { projectId: 'prj', runId, input: Buffer.from(JSON.stringify(query)) },
      { caller: testCaller },
    );
    return { traces: JSON.parse(json.toString()) as ExportedTraces, text: json.toString(), headers, contentType };
  }

  test('an iteration is one trace, with model calls, tool calls and verdicts by convention', async () => {
    const runId = await traced(runs, 'one', 1);
    const { traces, headers, text: body } = await page(runId);
    expect(headers).toEqual({ 'x-complete': 'true' });
    expect(valuesOf(traces.resourceSpans[0]!.resource.attributes)).toMatchObject({
      'service.name': 'assay',
      'assay.run.id': runId,
    });
    const [root, step, model, tool] = spansOf(traces);
    expect(new Set(spansOf(traces).map((span) => span.traceId))).toEqual(new Set([traceId]));
    expect(root).toMatchObject({
      name: 'eval iteration',
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      status: { code: 2 },
    });
    expect([step!.parentSpanId, model!.parentSpanId, tool!.parentSpanId]).toEqual([
      root!.spanId,
      step!.spanId,
      step!.spanId,
    ]);
    expect(model).toMatchObject({ name: 'chat claude-x', kind: 3 });
    expect(valuesOf(model!.attributes)).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'aws.bedrock',
      'gen_ai.request.model': 'claude-x',
      'gen_ai.usage.input_tokens': '12',
      'gen_ai.usage.output_tokens': '7',
      'gen_ai.response.finish_reasons': { values: [{ stringValue: 'tool-calls' }] },
      'gen_ai.conversation.id': expect.stringMatching(/^iter_/),
    });
    expect(BigInt(model!.endTimeUnixNano) - BigInt(model!.startTimeUnixNano)).toBe(1_500_000n);
    expect(tool).toMatchObject({ name: 'tools/call echo', kind: 3, status: { code: 2 } });
    expect(valuesOf(tool!.attributes)).toMatchObject({
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'echo',
      'gen_ai.tool.call.id': 'call_1',
      'error.type': 'tool_error',
      'assay.server.name': 'everything',
    });
    expect(root!.events!.map((event) => [event.name, valuesOf(event.attributes)])).toMatchObject([
      [
        'gen_ai.evaluation.result',
        {
          'gen_ai.evaluation.name': 'toolResultContains',
          'gen_ai.evaluation.score.label': 'failed',
          'gen_ai.evaluation.score.value': '0',
          'gen_ai.evaluation.explanation': expect.stringContaining('c0'),
        },
      ],
    ]);
    expect(['secret prompt', 'hello', 'hunter2'].filter((word) => body.includes(word))).toEqual([]);
  });

  test('the conversation is included on request, masked', async () => {
    const { traces, text: body } = await page(await traced(runs, 'said', 1), { includeContent: 'true' });
    const [root, , , tool] = spansOf(traces);
    expect(valuesOf(root!.attributes)['gen_ai.input.messages']).toBe(
      '[{"role":"user","parts":[{"type":"text","content":"the secret prompt"}]}]',
    );
    expect(valuesOf(tool!.attributes)['gen_ai.tool.call.arguments']).toBe(
      '{"message":"hello","password":"[redacted]"}',
    );
    expect(body).not.toContain('hunter2');
  });

  test('pages lose nothing and repeat nothing, and the last one says so', async () => {
    const runId = await traced(runs, 'many', 120);
    const roots: string[] = [];
    const completes: unknown[] = [];
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const { traces, headers } = await page(runId, cursor === undefined ? {} : { cursor });
      roots.push(
        ...spansOf(traces)
          .filter(({ parentSpanId }) => parentSpanId === undefined)
          .map(({ spanId }) => spanId),
      );
      completes.push(headers['x-complete']);
      cursor = headers['x-next-cursor'];
    }
    expect([roots.length, new Set(roots).size, completes]).toEqual([120, 120, ['false', 'false', 'true']]);
  });

  test('a project is exported run by run, for viewers of the project', async () => {
    const own = [await traced(runs, 'project_1', 3), await traced(runs, 'project_2', 1)];
    const ask = async (query: object) => {
      const input = Buffer.from(JSON.stringify({ projectId: 'prj', ...query }));
      const { json, headers } = await runs.asUser.call(
        rpcOf(operations.exportTraces),
        { input },
        { caller: { requestId: 'req', organizationId: 'org', userId: 'usr' } },
      );
      return { traces: JSON.parse(json.toString()) as ExportedTraces, headers };
    };
    const ids: unknown[] = [];
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const { traces, headers } = await ask({ limit: '2', ...given({ cursor }) });
      const { attributes } = traces.resourceSpans[0]!.resource;
      ids.push(valuesOf(attributes)['assay.run.id']);
      cursor = headers['x-next-cursor'];
      expect(headers['x-complete']).toBe(String(cursor === undefined));
    }
    expect(ids.slice(-3)).toEqual([own[0], own[0], own[1]]);
    expect(await ask({ projectId: 'default' })).toEqual(await ask({}));
    await expect(ask({ projectId: 'other' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ask({ sourceTypes: 'chat' })).rejects.toThrow('/sourceTypes');
  });

  test('large traces make shorter pages', async () => {
    const noise = (from: number) => Array.from({ length: 4_000 }, (_, i) => Math.sin(from + i).toString(36)).join('');
    const runId = await traced(runs, 'large', 17, {
      traceId,
      spans,
      wire: Array.from({ length: 10 }, (_, i) => ({
        atMs: 0,
        serverId: 'srv',
        direction: 'sent',
        bytes: 1,
        text: noise(4_000 * i),
      })),
    });
    const { traces, headers } = await page(runId);
    expect(spansOf(traces).length).toBeLessThan(17 * 4);
    expect(headers['x-complete']).toBe('false');
    expect(spansOf((await page(runId, { cursor: headers['x-next-cursor'] })).traces).length).toBeGreaterThan(0);
  });

  const allSpansOf = async (runId: string) => {
    const pages: { spans: ExportedSpan[]; bytes: number }[] = [];
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const { traces, text: body, headers } = await page(runId, cursor === undefined ? {} : { cursor });
      pages.push({ spans: spansOf(traces), bytes: body.length });
      cursor = headers['x-next-cursor'];
    }
    return pages;
  };

  test('an iteration whose few bytes become many spans is spread over several pages', async () => {
    const many = Array.from({ length: 10_000 }, (_, i): TraceSpan => ({
      id: String(i),
      name: 'n',
      category: 'llm',
      startMs: 0,
      endMs: 1,
    }));
    const pages = await allSpansOf(await traced(runs, 'dense', 2, { traceId, spans: many, wire: [] }));
    expect(Math.max(...pages.map(({ bytes }) => bytes))).toBeLessThan(2.5 * 1024 * 1024);
    const ids = pages.flatMap((each) => each.spans.map(({ spanId }) => spanId));
    expect([pages.length > 2, ids.length, new Set(ids).size]).toEqual([true, 2 * 10_001, 2 * 10_001]);
  });

  test("a reporter's times and names are exported within limits", async () => {
    const { runId } = await runs.call(
      operations.reportEvalRun,
      {},
      {
        suiteName: 'odd',
        results: [
          {
            caseTitle: 'x',
            passed: true,
            trace: {
              spans: [
                {
                  id: 's',
                  name: 'n'.repeat(100_000),
                  category: 'tool',
                  toolName: 't'.repeat(100_000),
                  startMs: 0,
                  endMs: 1e308,
                },
              ],
            },
          },
        ],
      },
    );
    const [root, odd] = (await allSpansOf(runId)).flatMap((each) => each.spans);
    expect(BigInt(odd!.endTimeUnixNano) - BigInt(root!.startTimeUnixNano)).toBe(10n ** 18n);
    expect(JSON.stringify(odd).length).toBeLessThan(20_000);
  });

  test('only the beginning of an endless conversation is exported', async () => {
    runs.world.suites.set('long', { cases: [echoCase('a')] });
    const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId: 'long' });
    await runs.report(await runs.lease('r'), () => ({
      ...said(),
      messages: Array.from({ length: 1_000 }, (_, i) => ({
        role: 'user' as const,
        content: `${i} ${'x'.repeat(5_000)}`,
        promptIndex: 0,
      })),
    }));
    const { traces } = await page(runId, { includeContent: 'true' });
    const told = JSON.parse(String(valuesOf(spansOf(traces)[0]!.attributes)['gen_ai.input.messages'])) as {
      parts: { content: string }[];
    }[];
    expect([told.length > 10, told.length < 100, told[0]!.parts[0]!.content.startsWith('0 ')]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('a run under way is not complete; a foreign cursor and an unknown run are refused', async () => {
    runs.world.suites.set('open', { cases: [echoCase('a')] });
    const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId: 'open' });
    expect(await page(runId)).toMatchObject({ traces: { resourceSpans: [] }, headers: { 'x-complete': 'false' } });
    await expect(page(runId, { cursor: 'made-up' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/cursor' }] },
    });
    await expect(page(runId, { includeContent: 'perhaps' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/includeContent' }] },
    });
    await expect(page('run_x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await runs.report(await runs.lease('r'), said);
  });
});
