import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { freePort } from '@assay/postgres/free-port';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { eventLoopCaughtUp, holdTimer } from '@assay/testkit/hold-time';
import { listenLocally } from '@assay/testkit/listen';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startModelEndpoint, type ModelEndpoint, type ModelReply } from '@assay/testkit/model-endpoint/model-endpoint';
import { waitUntil } from '@assay/testkit/until';
import { WorkInHand } from '@assay/work/runner/work-in-hand';
import type { ProviderEndpoints } from '../../src/engine/models/provider-settings.ts';
import type { RetryPolicy } from '../../src/engine/turns/ask-with-retries.ts';
import { RunnerBench, type ExecutedIteration } from '../support/runner-bench.ts';
import { savedServer, workItem, offeredItem, specOf } from '../support/platform-stand-in.ts';

const KEY = 'key-of-the-operator-0123456789';

let everything: McpServerProcess;
let faulty: FaultyServer;
let endpoint: ModelEndpoint;
let replies: ModelReply[];
let endpoints: ProviderEndpoints;
let bench: RunnerBench;

beforeAll(async () => {
  [everything, faulty] = await Promise.all([
    sharedEverythingServer({ transport: 'streamableHttp' }),
    startFaultyServer(),
  ]);
  endpoint = await startModelEndpoint(() => replies.shift() ?? { text: 'Done.' });
  const [openai, anthropic] = [
    { baseUrl: endpoint.openaiUrl, apiKey: KEY },
    { baseUrl: endpoint.anthropicUrl, apiKey: KEY },
  ];
  const ollama = { baseUrl: `http://127.0.0.1:${await freePort()}/v1` };
  endpoints = { openai, anthropic, ollama };
  bench = await openBench();
});
beforeEach(() => {
  endpoint.requests.length = 0;
});
afterAll(async () => {
  await bench.close();
  await Promise.all([everything.stop(), faulty.stop(), endpoint.stop()]);
});

const MODELS = { openai: 'openai/gpt-5', anthropic: 'anthropic/claude-sonnet-4-5' };
const script = (...all: ModelReply[]) => {
  replies = all;
};
const always = (reply: ModelReply) => {
  replies = Array.from({ length: 20 }, () => reply);
};
const item = (model: string, timeoutMs = 20_000, servers = [savedServer('everything', everything.url)]) => ({
  item: workItem([{ id: 'p', kind: 'prompt', prompt: 'Hi' }], servers, { model, timeoutMs }),
  servers,
});
async function openBench(retryPolicy: Partial<RetryPolicy> = {}): Promise<RunnerBench> {
  const opened = new RunnerBench({ endpoints, retryPolicy: { pauseMs: 10, ...retryPolicy } });
  await opened.open();
  return opened;
}
/** Runs on a bench of its own, with its own retry settings. */
async function runWith(retryPolicy: Partial<RetryPolicy>, model: string): Promise<ExecutedIteration> {
  const own = await openBench(retryPolicy);
  const { item: work, servers } = item(model);
  try {
    return await own.execute(work, servers);
  } finally {
    await own.close();
  }
}
const run = (model: string, timeoutMs?: number): Promise<ExecutedIteration> => {
  const { item: work, servers } = item(model, timeoutMs);
  return bench.execute(work, servers);
};
const failures = ({ spans }: ExecutedIteration) => spans.filter(({ category }) => category === 'error');

describe.each(['openai', 'anthropic'] as const)('a provider that speaks the format of %s', (api) => {
  const model = MODELS[api];

  // Long enough for a real answer on a slow machine.
  const SILENCE = { silenceMs: 2_000 };

  test.each<[string, ModelReply, Partial<RetryPolicy>?]>([
    ['is busy', { status: 429 }],
    ['is busy and says when to come back', { status: 429, headers: { 'retry-after': '0' } }],
    ['is not working', { status: 500 }],
    ['is overloaded', { status: 529 }],
    ['breaks off its answer', { fault: 'cut' }],
    ['ends its answer in the middle', { fault: 'ends' }],
    ['sends an event that is not JSON', { fault: 'broken' }],
    ['falls silent in the middle of its answer', { fault: 'stall' }, SILENCE],
    ['does not answer', { fault: 'hang' }, SILENCE],
  ])('and %s is asked again, and the trace shows the attempt', async (_, reply, retryPolicy = {}) => {
    const answers = Array.from({ length: 3 }, () => ({ text: 'Here I am.' }));
    script(reply, ...answers);
    const done = await runWith(retryPolicy, model);
    expect(done.report).toMatchObject({ outcome: Outcome.COMPLETED, usage: { calls: 1 } });
    expect(done.transcript.messages.at(-1)).toMatchObject({ content: 'Here I am.' });
    expect(failures(done)[0]).toMatchObject({
      name: `chat ${model}`,
      status: 'error',
      modelId: model,
      promptIndex: 0,
      message: expect.stringContaining('The provider'),
    });
    // With a limit on silence, an answer may come too late on a slow machine, which is one more failure.
    expect(failures(done)).toHaveLength(retryPolicy.silenceMs === undefined ? 1 : endpoint.requests.length - 1);
    expect(endpoint.requests).toHaveLength(failures(done).length + 1);
  });

  test('and sends events of unknown types is understood without them', async () => {
    script({ text: 'Here I am.', unknownEvents: [{ type: 'news', news: 'x' }, { status: 'thinking' }] });
    const done = await run(model);
    expect([done.report.outcome, failures(done), endpoint.requests.length]).toEqual([Outcome.COMPLETED, [], 1]);
    expect(done.transcript.messages.at(-1)).toMatchObject({ content: 'Here I am.' });
  });

  test('and stays busy blocks the run', async () => {
    always({ status: 429 });
    const done = await runWith({ withinMs: 3_000, pauseMs: 1 }, model);
    expect(done.report).toMatchObject({
      outcome: Outcome.BLOCKED,
      blame: Blame.PROVIDER,
      errorCode: 'PROVIDER_RATE_LIMITED',
      stop: { code: 'PROVIDER_RATE_LIMITED', message: expect.stringContaining('no more requests') },
      usage: undefined,
    });
    expect(endpoint.requests.length).toBeGreaterThan(4);
    expect(failures(done)).toHaveLength(endpoint.requests.length);
    expect(done.transcript.error).toMatchObject({ code: 'PROVIDER_RATE_LIMITED' });
  });

  test('and is busy repeatedly, with any Retry-After, ends no run', async () => {
    script(...Array.from({ length: 5 }, () => ({ status: 429, headers: { 'retry-after': '0' } })), {
      text: 'Here I am.',
    });
    const done = await run(model);
    expect([done.report.outcome, endpoint.requests.length]).toEqual([Outcome.COMPLETED, 6]);
    // The pauses grow, even though the provider asks for none.
    expect(done.report.durationMs).toBeGreaterThan(0.75 * (10 + 30 + 90 + 270 + 810));
  });

  test.each<[string, ModelReply]>([
    ['says too much', { text: 'x'.repeat(3_000_000) }],
    ['asks for too much', { toolCalls: [{ name: 'echo', arguments: { message: 'x'.repeat(3_000_000) } }] }],
  ])('and %s in one answer is cut off, and not asked again', async (_, reply) => {
    script(reply);
    const done = await run(model);
    expect(done.report).toMatchObject({
      outcome: Outcome.FAILED,
      blame: Blame.PROVIDER,
      errorMessage: expect.stringContaining('said more than 1,000,000 bytes in one answer'),
    });
    expect([done.report.transcript.length < 10_000, endpoint.requests.length]).toEqual([true, 1]);
  });

  test('and neither streams nor ends its answer is cut off', async () => {
    always({ text: 'x'.repeat(3_000_000), streams: false });
    expect((await run(model)).report).toMatchObject({
      outcome: Outcome.FAILED,
      blame: Blame.PROVIDER,
      errorMessage: expect.stringContaining('said more than'),
    });
  });

  test.each([
    ['a temperature', 'temperature', "Unsupported value: 'temperature' does not support 0.5 with this model."],
    [
      'a long answer',
      'max_tokens',
      'max_tokens is too large: 16000. This model supports at most 4096 completion tokens.',
    ],
  ])('and refuses %s is asked without it, then and later', async (_, name, message) => {
    script(
      { status: 400, message },
      { toolCalls: [{ name: 'echo', arguments: { message: 'x' } }] },
      { text: 'Here I am.' },
    );
    const cool = model.replace('gpt-5', 'gpt-4');
    const { item: work, servers } = item(cool);
    const done = await bench.execute(
      { ...work, spec: specOf(servers, { execution: { toolApproval: 'auto', maxSteps: 20, temperature: 0.5 } }) },
      servers,
    );
    expect([done.report.outcome, failures(done)]).toEqual([Outcome.COMPLETED, []]);
    const sent = endpoint.requests.map(({ body }) =>
      name === 'temperature' ? body.temperature : (body.max_tokens ?? body.max_completion_tokens),
    );
    expect(sent).toEqual(name === 'temperature' ? [0.5, undefined, undefined] : [16_000, 4_096, 4_096]);
  });

  test('and asks for too long a pause blocks the run at once, with the time of its reset', async () => {
    always({ status: 429, headers: { 'retry-after': '60' } });
    const { report } = await run(model);
    expect(report).toMatchObject({ outcome: Outcome.BLOCKED, stop: { code: 'PROVIDER_RATE_LIMITED' } });
    expect(Math.abs(report.stop!.resetsAtMs - Date.now() - 60_000)).toBeLessThan(10_000);
    expect(endpoint.requests).toHaveLength(1);
  });

  test.each<[string, ModelReply, string]>([
    [
      'has no quota left',
      { status: 429, code: 'insufficient_quota', message: 'You exceeded your current quota' },
      'PROVIDER_QUOTA_EXHAUSTED',
    ],
    ['wants to be paid', { status: 402 }, 'PROVIDER_QUOTA_EXHAUSTED'],
    [
      'has no credit left',
      { status: 400, message: 'Your credit balance is too low to access the API.' },
      'PROVIDER_QUOTA_EXHAUSTED',
    ],
    ['does not know the key', { status: 401, message: `Incorrect key: ${KEY}` }, 'PROVIDER_REFUSED_KEY'],
    ['denies the key', { status: 403, message: 'Your API key may not use this.' }, 'PROVIDER_REFUSED_KEY'],
  ])('and %s blocks the run at once', async (_, reply, code) => {
    always(reply);
    const done = await run(model);
    expect(done.report).toMatchObject({
      outcome: Outcome.BLOCKED,
      blame: Blame.PROVIDER,
      errorCode: code,
      stop: { code },
    });
    expect(JSON.stringify(done)).not.toContain(KEY);
    expect(endpoint.requests).toHaveLength(1);
  });

  test.each<[string, ModelReply, string, number, Partial<RetryPolicy>?]>([
    ['stays out of order', { status: 500, message: KEY }, 'SERVER_UNREACHABLE', 4],
    ['never ends an answer', { fault: 'cut' }, 'SERVER_UNREACHABLE', 4],
    ['never says a word', { fault: 'hang' }, 'TIMEOUT', 2, { silenceMs: 500 }],
    ['refuses the request', { status: 400, message: KEY }, 'VALIDATION_ERROR', 1],
    [
      'forbids the request, and not the key',
      { status: 403, message: 'This content is not allowed in your region.' },
      'VALIDATION_ERROR',
      1,
    ],
    ['does not know the model', { status: 404 }, 'NOT_FOUND', 1],
    // Once as a stream, once whole: only the second shows that the answer is garbage.
    ['answers with garbage', { fault: 'garbage' }, 'SERVER_UNREACHABLE', 2],
  ])(
    'and %s fails the iteration, and only the provider is to blame',
    async (_, reply, errorCode, requests, retryPolicy = {}) => {
      always(reply);
      const done = await runWith(retryPolicy, model);
      expect(done.report).toMatchObject({ outcome: Outcome.FAILED, blame: Blame.PROVIDER, errorCode });
      expect(done.report.stop).toBeUndefined();
      expect(JSON.stringify(done)).not.toContain(KEY);
      expect(endpoint.requests).toHaveLength(requests);
    },
  );

  test('and hangs is asked again by one trial of a run alone', async () => {
    always({ fault: 'hang' });
    const own = await openBench({ silenceMs: 500 });
    const { item: work, servers } = item(model);
    const trials = ['a', 'b', 'c'].map((iterationId) => ({ ...work, iterationId }));
    const done = await Promise.all(trials.map((trial) => own.execute(trial, servers)));
    await own.close();
    for (const { report } of done)
      expect(report).toMatchObject({ outcome: Outcome.FAILED, blame: Blame.PROVIDER, errorCode: 'TIMEOUT' });
    expect(done.flatMap(failures)).toHaveLength(4);
  });

  test("and does not answer within the iteration's time is to blame for the timeout", async () => {
    always({ fault: 'stall' });
    const time = holdTimer(7_200);
    const running = run(model, time.ms);
    await waitUntil(() => endpoint.requests.length === 1);
    time.end();
    expect((await running).report).toMatchObject({
      outcome: Outcome.TIMED_OUT,
      blame: Blame.PROVIDER,
      errorCode: 'TIMEOUT',
    });
  });

  test('is not asked again when the iteration is stopped in the middle of its answer', async () => {
    always({ fault: 'stall' });
    const { item: work, servers } = item(model);
    const held = new WorkInHand(offeredItem(work));
    const executing = bench.execute(work, servers, held);
    await waitUntil(() => endpoint.requests.length === 1);
    held.stop();
    expect((await executing).report).toMatchObject({ outcome: Outcome.CANCELLED, blame: Blame.UNSPECIFIED });
    await waitUntil(() => endpoint.requests[0]!.aborted);
    expect(endpoint.requests).toHaveLength(1);
  });
});

test('a provider that never ends its answer is disconnected', async () => {
  const closed = Promise.withResolvers<void>();
  const piece = `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', created: 1, model: 'x', choices: [{ index: 0, delta: { content: 'x'.repeat(10_000) }, finish_reason: null }] })}\n\n`;
  const { origin, stop } = await listenLocally((request, response) => {
    request.resume();
    response.on('close', closed.resolve).writeHead(200, { 'content-type': 'text/event-stream' });
    const speak = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', speak);
    speak();
  });
  const endless = new RunnerBench({ endpoints: { custom: { baseUrl: origin } } });
  await endless.open();
  const { item: work, servers } = item('custom/x');
  expect((await endless.execute(work, servers)).report).toMatchObject({
    outcome: Outcome.FAILED,
    blame: Blame.PROVIDER,
    errorMessage: expect.stringContaining('said more than'),
  });
  await closed.promise;
  await endless.close();
  await stop();
});

test('a provider without a listener fails the iteration', async () => {
  expect((await run('ollama/llama3')).report).toMatchObject({
    outcome: Outcome.FAILED,
    blame: Blame.PROVIDER,
    errorCode: 'SERVER_UNREACHABLE',
  });
});

test('a server is to blame when the time ends during a tool call of a turn', async () => {
  script({
    toolCalls: [
      { name: 'hang', arguments: {} },
      { name: 'echo', arguments: { n: 1 } },
    ],
  });
  const time = holdTimer(7_200);
  const { item: work, servers } = item(MODELS.openai, time.ms, [savedServer('faulty', faulty.url('/tools'))]);
  const executing = bench.execute(work, servers);
  await waitUntil(() => faulty.calls.hang.started === 1 && faulty.calls.echo.started === 1);
  await eventLoopCaughtUp();
  time.end();
  const { report, transcript } = await executing;
  expect(report).toMatchObject({ outcome: Outcome.TIMED_OUT, blame: Blame.SERVER });
  expect(transcript.toolCalls).toMatchObject([
    { toolName: 'hang', error: { code: 'CANCELLED' } },
    { toolName: 'echo', isError: false },
  ]);
  expect(transcript.messages).toMatchObject([
    { role: 'user' },
    { role: 'assistant', toolCallId: 'call_1' },
    { role: 'assistant', toolCallId: 'call_2' },
  ]);
});

test.each([
  ['a name without a provider', 'gpt-5', 'VALIDATION_ERROR'],
  ['no model', '', 'VALIDATION_ERROR'],
  ['a provider that is not set up', 'mistral/large', 'FEATURE_NOT_SUPPORTED'],
])('the platform is to blame for %s', async (_, model, errorCode) => {
  expect((await run(model)).report).toMatchObject({ outcome: Outcome.FAILED, blame: Blame.PLATFORM, errorCode });
});
