import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TraceChunk, TraceSpan } from '@assay/contract/areas/transcripts/trace';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { operations } from '@assay/contract/operations';
import { compress } from '@assay/kit/compress';
import { holdTimer } from '@assay/testkit/hold-time';
import { waitUntil } from '@assay/testkit/until';
import { loadConfig } from '../../src/config.ts';
import { testCaller, echoCase, openRuns, echoTranscript, type RunsFixture, type HeldItem } from '../support/harness.ts';

const traceId = 'a'.repeat(32);
const spans: TraceSpan[] = [
  { id: 's', name: 'prompt call', category: 'step', startMs: 0, endMs: 5, stepIndex: 0, status: 'ok' },
  {
    id: 'm',
    name: 'chat',
    category: 'llm',
    startMs: 1,
    endMs: 2.5,
    stepIndex: 0,
    promptIndex: 0,
    modelId: 'bedrock/claude-x',
    inputTokens: 12,
    outputTokens: 7,
    finishReason: 'tool-calls',
    status: 'ok',
  },
  {
    id: 'call_1',
    name: 'tools/call echo',
    category: 'tool',
    startMs: 3,
    endMs: 4,
    stepIndex: 0,
    promptIndex: 0,
    toolCallId: 'call_1',
    toolName: 'echo',
    serverId: 'srv',
    status: 'error',
  },
];
const said = (): Transcript => {
  const seen = echoTranscript('else, token=hunter2');
  return {
    ...seen,
    messages: [{ role: 'user', content: 'the secret prompt', promptIndex: 0 }],
    userMessages: 1,
    toolCalls: seen.toolCalls.map((call) => ({ ...call, arguments: { message: 'hello', password: 'hunter2' } })),
  };
};

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  events?: { name: string; attributes: Span['attributes'] }[];
  status: { code: number };
}
interface Traces {
  resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[];
}
const spansOf = ({ resourceSpans }: Traces): Span[] =>
  resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
const valuesOf = (attributes: Span['attributes']) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Runs a suite of `cases` cases whose iterations leave the same trace. */
async function traced(
  runs: RunsFixture,
  suiteId: string,
  cases: number,
  chunk: TraceChunk = { traceId, spans, wire: [] },
): Promise<string> {
  runs.world.suites.set(suiteId, { cases: Array.from({ length: cases }, (_, i) => echoCase(`c${i}`)) });
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId });
  const parts = [{ index: 0, body: await compress(JSON.stringify(chunk)) }];
  for (let items: HeldItem[] = []; (items = await runs.lease('r')).length > 0;)
    await runs.report(items, said, { parts });
  return runId;
}

describe('exported', () => {
  let runs: RunsFixture;
  beforeAll(async () => {
    runs = await openRuns();
  });
  afterAll(() => runs.close());

  async function page(runId: string, query: object = {}) {
    const { json, headers, contentType } = await runs.asUser.call(
      operations.exportEvalRunTraces.rpc,
      { projectId: 'prj', runId, input: Buffer.from(JSON.stringify(query)) },
      { caller: testCaller },
    );
    return { traces: JSON.parse(json.toString()) as Traces, text: json.toString(), headers, contentType };
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
        operations.exportTraces.rpc,
        { input },
        { caller: { requestId: 'req', organizationId: 'org', userId: 'usr' } },
      );
      return { traces: JSON.parse(json.toString()) as Traces, headers };
    };
    const ids: unknown[] = [];
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const { traces, headers } = await ask({ limit: '2', ...(cursor !== undefined && { cursor }) });
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
    const pages: { spans: Span[]; bytes: number }[] = [];
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

describe('pushed', () => {
  /**
   * A collector that accepts valid OTLP/JSON; `refuse` gets the number of earlier requests and returns a status to
   * refuse with.
   */
  async function openCollector(refuse: (requests: number) => number | undefined = () => undefined) {
    const taken: { traces: Traces; request: IncomingMessage; body: string }[] = [];
    const seen = { requests: 0 };
    const server = createServer(
      (request, response) =>
        void (async () => {
          const body = await text(request);
          const refusal = refuse(seen.requests++);
          if (refusal === HANG) return;
          if (refusal !== undefined) return response.writeHead(refusal).end();
          const traces = JSON.parse(body) as Traces;
          const isValid = spansOf(traces).every(
            ({ traceId: trace, spanId, startTimeUnixNano }) =>
              /^[0-9a-f]{32}$/.test(trace) && /^[0-9a-f]{16}$/.test(spanId) && /^\d+$/.test(startTimeUnixNano),
          );
          if (isValid) taken.push({ traces, request, body });
          return response.writeHead(isValid ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
        })(),
    );
    await new Promise<void>((listening) => {
      server.listen(0, '127.0.0.1', listening);
    });
    const close = () => {
      server.closeAllConnections();
      server.close();
    };
    return { taken, seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`, close };
  }
  const HANG = 0;
  type Collector = Awaited<ReturnType<typeof openCollector>>;
  const pushing = ({ url }: Collector, content = false) =>
    openRuns({ explaining: { traces: { url, headers: { 'x-api-key': 'k' }, content } } });
  const owed = async ({ db }: RunsFixture) =>
    (await db.pool.query('select run_id as "runId", position, attempts from trace_pushes')).rows;
  const isOver = (runs: RunsFixture) => waitUntil(async () => (await owed(runs)).length === 0);

  test.each([
    ['without conversations by default', false, []],
    ['with conversations when the operator wants them', true, ['secret prompt', 'hello']],
  ])("a finished run's traces reach the collector, also after an outage, %s", async (_, content, words) => {
    const collector = await openCollector((requests) => (requests < 2 ? 503 : undefined));
    const runs = await pushing(collector, content);
    try {
      await traced(runs, 'pushed', 60);
      await waitUntil(() => collector.taken.length === 2);
      expect(collector.taken[0]!.request).toMatchObject({
        url: '/v1/traces',
        headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
      });
      expect(new Set(collector.taken.flatMap(({ traces }) => spansOf(traces)).map(({ spanId }) => spanId)).size).toBe(
        60 * 4,
      );
      const bodies = collector.taken.map(({ body }) => body).join('');
      expect(['secret prompt', 'hello', 'hunter2'].filter((word) => bodies.includes(word))).toEqual(words);
      expect(bodies.includes('gen_ai.evaluation.explanation')).toBe(content);
    } finally {
      await runs.close();
      collector.close();
    }
  });

  test('a push continues where the collector stopped, without sending pages again', async () => {
    const collector = await openCollector((requests) => [undefined, 429, 500][requests]);
    const runs = await pushing(collector);
    try {
      await traced(runs, 'pushed', 120);
      await waitUntil(() => collector.taken.length === 3);
      await isOver(runs);
      const ids = collector.taken.flatMap(({ traces }) => spansOf(traces)).map(({ spanId }) => spanId);
      expect([collector.seen.requests, ids.length, new Set(ids).size]).toEqual([5, 120 * 4, 120 * 4]);
    } finally {
      await runs.close();
      collector.close();
    }
  });

  test('a push is given up when the collector refuses it for good, or for a day', async () => {
    const collector = await openCollector((requests) => (requests === 0 ? 400 : 503));
    const runs = await pushing(collector);
    try {
      await traced(runs, 'refused', 1);
      await waitUntil(() => collector.seen.requests === 1);
      await isOver(runs);
      const runId = await traced(runs, 'away', 1);
      await waitUntil(async () => (await owed(runs))[0]?.attempts > 1);
      expect(await owed(runs)).toMatchObject([{ runId, position: 0 }]);
      await runs.db.pool.query(`update trace_pushes set created_at = now() - interval '25 h', next_at = now()`);
      await isOver(runs);
    } finally {
      await runs.close();
      collector.close();
    }
  });

  test('a hanging collector delays neither the events of a run nor the stop of the service', async () => {
    const collector = await openCollector(() => HANG);
    const runs = await pushing(collector);
    // Holds the time limit of a page: no request ends by it here.
    const time = holdTimer(10_000);
    try {
      await traced(runs, 'hanging', 1);
      await waitUntil(() => collector.seen.requests === 1);
      runs.world.suites.set('recorded', { cases: [echoCase('a')] });
      await runs.call(operations.createEvalRun, {}, { suiteId: 'recorded', cassette: { mode: 'record' } });
      await runs.report(await runs.lease('r'), said);
      await waitUntil(async () => (await runs.db.pool.query('select from cassettes')).rowCount === 1);
      expect(collector.seen.requests).toBe(1);
    } finally {
      await runs.close();
      collector.close();
      time.end();
    }
  });

  const env = {
    DATABASE_URL: 'x',
    MESH_SECRET: 'x',
    CATALOG_ADDRESS: 'x',
    SUITES_ADDRESS: 'x',
    DIAGNOSTICS_ADDRESS: 'x',
    ENVIRONMENTS_ADDRESS: 'x',
    BUS_DATABASE_URL: 'x',
  };
  test.each([
    [
      'an address',
      { RUN_TRACES_OTLP_ENDPOINT: 'http://otel:4318/' },
      { url: 'http://otel:4318/v1/traces', headers: {}, content: false },
    ],
    [
      'the whole path, headers and content',
      {
        RUN_TRACES_OTLP_ENDPOINT: 'https://otel/v1/traces',
        RUN_TRACES_OTLP_HEADERS: 'a=1, authorization=Bearer%20x',
        RUN_TRACES_CONTENT: 'true',
      },
      { url: 'https://otel/v1/traces', headers: { a: '1', authorization: 'Bearer x' }, content: true },
    ],
    ['nothing', {}, undefined],
  ])('the operator sets %s', (_, settings, traces) =>
    expect(loadConfig({ ...env, ...settings }).explaining.traces).toEqual(traces),
  );
  test.each([
    [{ RUN_TRACES_OTLP_ENDPOINT: 'otel:4318' }],
    [{ RUN_TRACES_OTLP_ENDPOINT: 'http://otel', RUN_TRACES_OTLP_HEADERS: '=x' }],
  ])('a malformed setting is reported at the start: %j', (settings) =>
    expect(() => loadConfig({ ...env, ...settings })).toThrow(/RUN_TRACES_OTLP/),
  );
});
