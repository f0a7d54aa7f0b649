import type { RunExecution } from '@assay/contract/areas/eval-runs/execution';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { startModelEndpoint, type ModelEndpoint, type ModelReply } from '@assay/testkit/model-endpoint/model-endpoint';
import { waitUntil } from '@assay/testkit/until';
import { RunnerBench, type ExecutedIteration } from '../support/runner-bench.ts';
import { withConnections } from '../support/with-connections.ts';
import { callStep, savedServer, workItem, specOf } from '../support/platform-stand-in.ts';

let everything: McpServerProcess;
let faulty: FaultyServer;
let endpoint: ModelEndpoint;
let replies: ModelReply[];
let bench: RunnerBench;

beforeAll(async () => {
  [everything, faulty] = await Promise.all([
    sharedEverythingServer({ transport: 'streamableHttp' }),
    startFaultyServer(),
  ]);
  endpoint = await startModelEndpoint(() => replies.shift() ?? { text: 'Nothing more.' });
  const [openai, anthropic] = [
    { baseUrl: endpoint.openaiUrl, apiKey: 'key-1' },
    { baseUrl: endpoint.anthropicUrl, apiKey: 'key-1' },
  ];
  bench = new RunnerBench({ endpoints: { openai, anthropic } });
  await bench.open();
});
beforeEach(() => {
  endpoint.requests.length = 0;
});
afterAll(async () => {
  await bench.close();
  await Promise.all([everything.stop(), faulty.stop(), endpoint.stop()]);
});

const MODELS = { openai: 'openai/gpt-4.1', anthropic: 'anthropic/claude-sonnet-4-5' };
const ONE = () => [savedServer('everything', everything.url)];
const script = (...all: ModelReply[]) => {
  replies = all;
};
const calling = (...calls: [name: string, args: object | string][]): ModelReply => ({
  toolCalls: calls.map(([name, args]) => ({ name, arguments: args })),
});
const prompts = (...texts: string[]): EvalTestStep[] =>
  texts.map((prompt, i) => ({ id: `p${i}`, kind: 'prompt', prompt }));
const run = (
  model: string,
  steps: EvalTestStep[],
  execution: Partial<RunExecution> = {},
  servers: SavedServer[] = ONE(),
): Promise<ExecutedIteration> =>
  bench.execute(
    workItem(steps, servers, {
      model,
      spec: specOf(servers, { execution: { toolApproval: 'auto', maxSteps: 20, ...execution } }),
    }),
    servers,
  );
const spoken = ({ transcript }: ExecutedIteration) =>
  transcript.messages.map(({ role, content, toolCallId }) => [role, content, ...(toolCallId ? [toolCallId] : [])]);
const sent = (at: number) => JSON.stringify(endpoint.requests[at]!.body.messages);
const toolsSent = () => endpoint.requests[0]!.body.tools as { name?: string; function?: { name: string } }[];

test('a trial has no usage when one of its answers reports none', async () => {
  script(
    { toolCalls: [{ name: 'echo', arguments: { message: 'hi' } }], usage: { input: 50, output: 10 } },
    { text: 'It said hi.', usage: null },
  );
  const done = await run(MODELS.openai, prompts('Say hi'));
  expect(done.report.outcome).toBe(Outcome.COMPLETED);
  expect(done.transcript).not.toHaveProperty('usage');
  expect(done.report.usage).toMatchObject({ inputTokens: 50, outputTokens: 10, calls: 2 });
});

test('a thousand calls of one answer are all made, and another trial has its turn meanwhile', async () => {
  // Three rounds of calls take three seconds, in which the other trial has to connect even on a busy machine.
  const slow = { milliseconds: 1_000 };
  const many = 1_000;
  const server = [savedServer('faulty', faulty.url('/tools'))];
  script({ toolCalls: Array.from({ length: many }, () => ({ name: 'slow', arguments: slow })) }, { text: 'Done.' });
  const ended: string[] = [];
  const first = run(MODELS.openai, prompts('Go'), {}, server).finally(() => ended.push('many'));
  await waitUntil(() => faulty.calls.slow.started > 0);
  const single = await bench
    .execute(workItem([callStep('a', 'faulty', 'slow', { milliseconds: 1 })], server), server)
    .finally(() => ended.push('one'));
  const { report, transcript } = await first;
  expect(report.outcome).toBe(Outcome.COMPLETED);
  expect(transcript.toolCalls.filter(({ isError }) => isError)).toEqual([]);
  expect([transcript.toolCalls.length, single.transcript.toolCalls.length]).toEqual([many, 1]);
  expect(ended).toEqual(['one', 'many']);
});

test('a call blames no server when the organization has no connection left for it', async () => {
  script({ toolCalls: Array.from({ length: 5 }, () => ({ name: 'slow', arguments: { milliseconds: 300 } })) });
  const server = [savedServer('faulty', faulty.url('/tools'))];
  // One for the model, one for the session, one for its stream.
  const { report } = await withConnections(3, () => run(MODELS.openai, prompts('Go'), {}, server));
  expect(report).toMatchObject({ outcome: Outcome.FAILED, blame: Blame.PLATFORM, errorCode: 'RATE_LIMITED' });
});

test("a trial keeps the provider's own total of tokens when it is more than its parts", async () => {
  script(
    { toolCalls: [{ name: 'echo', arguments: { message: 'hi' } }], usage: { input: 50, output: 10 } },
    { text: 'It said hi.', usage: { input: 70, output: 5, total: 95 } },
  );
  const done = await run(MODELS.openai, prompts('Say hi'));
  expect(done.transcript.usage).toEqual({ inputTokens: 120, outputTokens: 15, totalTokens: 155 });
});

describe.each(['openai', 'anthropic'] as const)('a model of %s', (api) => {
  const model = MODELS[api];

  test('takes its turn: it calls a tool of the real server, gets the result, and answers', async () => {
    script(
      {
        text: 'Let me see.',
        toolCalls: [{ name: 'echo', arguments: { message: 'hi' } }],
        usage: { input: 50, output: 10 },
      },
      { text: 'It said hi.', usage: { input: 70, output: 5 } },
    );
    const done = await run(model, prompts('Say hi'), { systemPrompt: 'Be brief.', temperature: 0.5 });
    expect(done.report.outcome).toBe(Outcome.COMPLETED);
    expect(spoken(done)).toEqual([
      ['system', 'Be brief.'],
      ['user', 'Say hi'],
      ['assistant', 'Let me see.'],
      ['assistant', '', 'call_1'],
      ['tool', 'Echo: hi', 'call_1'],
      ['assistant', 'It said hi.'],
    ]);
    expect(done.transcript).toMatchObject({
      userMessages: 1,
      usage: { inputTokens: 120, outputTokens: 15, totalTokens: 135 },
      steps: [{ stepId: 'p0', status: 'ok' }],
      toolCalls: [
        {
          id: 'call_1',
          stepId: 'p0',
          promptIndex: 0,
          serverId: 'srv_everything',
          toolName: 'echo',
          arguments: { message: 'hi' },
          isError: false,
        },
      ],
    });
    expect(done.transcript.steps[0]!.reason).toBeUndefined();
    expect(done.spans.filter(({ category }) => category === 'llm')).toMatchObject([
      {
        name: `chat ${model}`,
        modelId: model,
        promptIndex: 0,
        stepIndex: 0,
        inputTokens: 50,
        outputTokens: 10,
        finishReason: 'tool-calls',
        ttfcMs: expect.any(Number),
      },
      { inputTokens: 70, outputTokens: 5, finishReason: 'stop' },
    ]);
    const [{ body }] = endpoint.requests as [ModelEndpoint['requests'][0]];
    expect([body.stream, body.temperature]).toEqual([true, 0.5]);
    expect(body[api === 'openai' ? 'max_completion_tokens' : 'max_tokens']).toBe(16_000);
    expect(toolsSent().map((tool) => tool.name ?? tool.function?.name)).toEqual(
      expect.arrayContaining(['echo', 'get-sum']),
    );
    expect(sent(1)).toContain('Echo: hi');
  });

  test('calls tools concurrently, and its calls are kept in the order of its answer', async () => {
    const slow = { duration: 0.5, steps: 1 };
    script(
      calling(
        ['trigger-long-running-operation', slow],
        ['get-sum', { a: 1, b: 2 }],
        ['trigger-long-running-operation', slow],
      ),
      { text: 'Done.' },
    );
    const { transcript } = await run(model, prompts('Go'));
    const [first, second, third] = transcript.toolCalls;
    expect(transcript.toolCalls.map(({ id, toolName, isError }) => [id, toolName, isError])).toEqual([
      ['call_1', 'trigger-long-running-operation', false],
      ['call_2', 'get-sum', false],
      ['call_3', 'trigger-long-running-operation', false],
    ]);
    for (const { startMs } of [second!, third!]) expect(startMs).toBeLessThan(first!.startMs + first!.latencyMs!);
    expect(transcript.messages.filter(({ role }) => role === 'tool').map(({ toolCallId }) => toolCallId)).toEqual([
      'call_1',
      'call_2',
      'call_3',
    ]);
  });

  test('goes through several prompts in one conversation', async () => {
    script(calling(['echo', { message: 'one' }]), { text: 'First.' }, { text: 'Second.' });
    const done = await run(model, prompts('Begin', 'Go on'), { systemPrompt: 'Be brief.' });
    expect(done.transcript.userMessages).toBe(2);
    expect(done.transcript.messages.map(({ role, promptIndex }) => [role, promptIndex])).toEqual([
      ['system', undefined],
      ['user', 0],
      ['assistant', 0],
      ['tool', 0],
      ['assistant', 0],
      ['user', 1],
      ['assistant', 1],
    ]);
    for (const said of ['Be brief.', 'Begin', 'Echo: one', 'First.', 'Go on'].slice(api === 'anthropic' ? 1 : 0))
      expect(sent(2)).toContain(said);
    expect(sent(2).match(/Go on/g)).toHaveLength(1);
  });

  test('that answers with an empty text gets no message for it in the next prompt', async () => {
    script({ text: '' }, { text: 'Second.' });
    const done = await run(model, prompts('Begin', 'Go on'));
    expect(spoken(done)).toEqual([
      ['user', 'Begin'],
      ['assistant', ''],
      ['user', 'Go on'],
      ['assistant', 'Second.'],
    ]);
    expect(endpoint.requests[1]!.body.messages.map(({ role }) => role)).not.toContain('assistant');
  });

  test('that never stops calling tools is stopped, and the iteration completes', async () => {
    replies = Array.from({ length: 10 }, (_, i) => calling(['echo', { message: `${i}` }]));
    const { report, transcript } = await run(model, prompts('Go'), { maxSteps: 3 });
    expect(report.outcome).toBe(Outcome.COMPLETED);
    expect([endpoint.requests.length, transcript.toolCalls.length]).toEqual([3, 3]);
    expect(transcript.steps).toMatchObject([{ status: 'ok', reason: expect.stringMatching(/^maxSteps: .*3 times/) }]);
  });

  test.each([
    ['length', 'length'],
    ['content-filter', 'content-filter'],
  ] as const)('that ends with %s has the reason in its step', async (finish, reason) => {
    script({ text: 'Hel', finish });
    const { transcript, spans } = await run(model, prompts('Hi'));
    expect(transcript.steps).toMatchObject([
      { status: 'ok', reason: expect.stringMatching(new RegExp(`^${reason}: `)) },
    ]);
    expect(spans.find(({ category }) => category === 'llm')).toMatchObject({ finishReason: reason });
  });

  test('that calls an unknown tool is told so, and the call is evidence', async () => {
    script(calling(['make_coffee', { sugar: 2 }]), { text: 'Sorry.' });
    const { report, transcript, spans } = await run(model, prompts('Coffee'));
    expect(report.outcome).toBe(Outcome.COMPLETED);
    expect(transcript.toolCalls).toMatchObject([
      {
        id: 'call_1',
        serverId: '',
        serverName: '',
        toolName: 'make_coffee',
        arguments: { sugar: 2 },
        isError: true,
        error: { code: 'TOOL_NOT_FOUND' },
      },
    ]);
    expect(spans.find(({ category }) => category === 'tool')).toMatchObject({
      name: 'tools/call make_coffee',
      status: 'error',
    });
    expect(sent(1)).toContain('There is no tool named \\"make_coffee\\"');
  });

  test.each([
    ['no JSON', '{"message": oops'],
    ['no object', '["hi"]'],
  ])('that writes arguments which are %s is told so, and the tool is not called', async (_, text) => {
    script(calling(['echo', text]), { text: 'Sorry.' });
    const { transcript, wire } = await run(model, prompts('Hi'));
    expect(transcript.toolCalls).toMatchObject([
      {
        serverId: 'srv_everything',
        toolName: 'echo',
        arguments: {},
        isError: true,
        error: { code: 'INVALID_ARGUMENTS', message: expect.stringContaining(text) },
      },
    ]);
    expect(JSON.stringify(wire)).not.toContain('tools/call');
    expect(sent(1)).toContain('have to be a JSON object');
  });

  test.each([
    ['none', [true, true]],
    ['readOnly', [false, true]],
    ['auto', [false, false]],
  ] as const)('with the approval "%s" makes only the calls that are approved', async (toolApproval, refused) => {
    script(calling(['echo', { message: 'x' }], ['toggle-simulated-logging', {}]), { text: 'Done.' });
    const { transcript } = await run(model, prompts('Go'), { toolApproval });
    expect(transcript.toolCalls.map(({ error }) => error?.code)).toEqual(
      refused.map((is) => (is ? 'NOT_APPROVED' : undefined)),
    );
    expect(sent(1).includes('was not approved')).toBe(refused.some(Boolean));
  });

  test('gets only as much of a result as a conversation can hold', async () => {
    const server = [savedServer('faulty', faulty.url('/tools'))];
    script(calling(['large', {}]), { text: 'That was a lot.' });
    const { report, transcript } = await run(model, prompts('Go'), {}, server);
    expect(report.outcome).toBe(Outcome.COMPLETED);
    expect(sent(1).length).toBeLessThan(100_000);
    expect(sent(1)).toMatch(/\[cut: the first 64000 of \d{8} characters\]/);
    expect(transcript.toolCalls[0]!.resultBytes).toBeGreaterThan(10 * 1024 * 1024);
    expect(transcript.messages.at(-2)!.content.length).toBeLessThan(100_000);
  });

  test('with too small a context is asked again with shorter tool results', async () => {
    const server = [savedServer('faulty', faulty.url('/tools'))];
    const tooLong: ModelReply = {
      status: 400,
      message: "This model's maximum context length is 8192 tokens; prompt is too long",
      code: 'context_length_exceeded',
    };
    script(calling(['large', {}]), tooLong, tooLong, { text: 'That was a lot.' });
    const { report, spans } = await run(model, prompts('Go'), {}, server);
    expect(report.outcome).toBe(Outcome.COMPLETED);
    expect(sent(2).length).toBeLessThan(sent(1).length * 0.6);
    expect(sent(3).length).toBeLessThan(sent(2).length * 0.6);
    expect(spans.filter(({ category }) => category === 'error')).toHaveLength(2);
  });

  test('is offered two tools of one name under two names, and calls the right one', async () => {
    const servers = [
      savedServer('left', everything.url),
      savedServer('right', everything.url),
      savedServer('faulty', faulty.url('/tools')),
    ];
    script(calling(['right__echo', { message: 'r' }], ['left__echo', { message: 'l' }], ['fails', {}]), {
      text: 'Done.',
    });
    const { transcript } = await run(model, prompts('Go'), {}, servers);
    expect(transcript.toolCalls).toMatchObject([
      { serverId: 'srv_right', serverName: 'right', toolName: 'echo', isError: false },
      { serverId: 'srv_left', serverName: 'left', toolName: 'echo', isError: false },
      { serverId: 'srv_faulty', toolName: 'fails', isError: true },
    ]);
    expect(sent(1)).toContain('The printer is on fire.');
  });

  test('whose endpoint cannot stream is asked for the whole answer', async () => {
    script(
      { toolCalls: [{ name: 'echo', arguments: { message: 'hi' } }], streams: false },
      { toolCalls: [{ name: 'echo', arguments: { message: 'hi' } }], streams: false },
      { text: 'Done.', usage: { input: 9, output: 3 } },
    );
    const done = await run(model, prompts('Go'));
    expect(done.report.outcome).toBe(Outcome.COMPLETED);
    expect(done.transcript.toolCalls).toHaveLength(1);
    expect(endpoint.requests.map(({ body }) => body.stream === true)).toEqual([true, false, false]);
  });

  test('whose endpoint refuses to stream is asked for the whole answer, too', async () => {
    script({ status: 400, message: 'stream is not supported' }, { text: 'Done.' });
    expect(spoken(await run(model, prompts('Go'))).at(-1)).toEqual(['assistant', 'Done.']);
  });
});

test('lone surrogates, which providers refuse, are sent to none', async () => {
  script(calling(['echo', { message: 'a\ud83d' }]), { text: 'Done.' });
  await run(MODELS.openai, prompts(`Say ${'😀'.slice(0, 1)}`));
  expect(endpoint.requests.map(({ body }) => JSON.stringify(body).match(/\\ud8../g))).toEqual([null, null]);
});

test.each(['openai/o3', 'openai/gpt-5'])('%s, which takes no temperature, is sent none', async (model) => {
  script({ text: 'Done.' });
  expect((await run(model, prompts('Hi'), { temperature: 0.5 })).report.outcome).toBe(Outcome.COMPLETED);
  expect(endpoint.requests.map(({ body }) => body.temperature)).toEqual([undefined]);
});

test('scripted/rules asks for its calls one after the other, and stops at maxSteps', async () => {
  const done = await run('scripted/rules', prompts('echo {"message":"a"} then echo {"message":"b"}', 'nothing'), {
    maxSteps: 2,
  });
  expect(done.transcript.toolCalls.map(({ arguments: args }) => args)).toEqual([{ message: 'a' }, { message: 'b' }]);
  expect(done.transcript.steps).toMatchObject([
    { status: 'ok', reason: expect.stringMatching(/^maxSteps: /) },
    { status: 'ok' },
  ]);
  expect(done.report.usage).toBeUndefined();
  expect(endpoint.requests).toEqual([]);
});
