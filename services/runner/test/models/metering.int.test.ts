import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { Problem } from '@assay/contract/problem';
import { createLog } from '@assay/kit/log';
import { seal } from '@assay/kit/security/seal';
import { eventLoopCaughtUp, holdTimer } from '@assay/testkit/hold-time';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startModelEndpoint, type ModelEndpoint, type ModelReply } from '@assay/testkit/model-endpoint/model-endpoint';
import { waitUntil } from '@assay/testkit/until';
import { WorkInHand } from '@assay/work/runner/work-in-hand';
import { RunnerBench, type ExecutedIteration } from '../support/runner-bench.ts';
import {
  keyEncryptionKey,
  offeredItem,
  savedServer,
  workItem,
  type OfferedIteration,
} from '../support/platform-stand-in.ts';

const [OWN, BROUGHT] = ['key-of-the-operator-0123456789', 'brought-key-0123456789'];
const MODEL = 'openai/gpt-5';
const AWAY = new Problem('SERVER_UNREACHABLE', 'away', undefined, 1);

let everything: McpServerProcess;
let endpoint: ModelEndpoint;
let replies: ModelReply[];
let bench: RunnerBench;
let lines: string[];

beforeAll(async () => {
  everything = await sharedEverythingServer({ transport: 'streamableHttp' });
  endpoint = await startModelEndpoint(() => replies.shift() ?? { text: 'Done.' });
});
beforeEach(async () => {
  endpoint.requests.length = 0;
  lines = [];
  const log = createLog('runner', 'debug', {
    write: (line: string) => {
      lines.push(line);
    },
  });
  bench = new RunnerBench({
    log,
    retryPolicy: { pauseMs: 10 },
    extendMs: 20,
    endpoints: {
      openai: { baseUrl: endpoint.openaiUrl, apiKey: OWN },
      anthropic: { baseUrl: endpoint.anthropicUrl, apiKey: OWN },
    },
  });
  await bench.open();
});
afterEach(() => bench.close());
afterAll(() => Promise.all([everything.stop(), endpoint.stop()]));

const script = (...all: ModelReply[]) => {
  replies = all;
};
const servers = () => [savedServer('everything', everything.url)];
const item = (more: Partial<OfferedIteration> = {}) =>
  workItem([{ id: 'p', kind: 'prompt', prompt: 'Hi' }], servers(), {
    model: MODEL,
    fence: '3',
    timeoutMs: 20_000,
    ...more,
  });
const run = (work = item()): Promise<ExecutedIteration> => bench.execute(work, servers());
/** Runs an iteration and lets its time end when the condition holds. */
async function runUntil(isSoFar: () => boolean): Promise<ExecutedIteration & { work: OfferedIteration }> {
  const time = holdTimer(7_200);
  const work = item({ timeoutMs: time.ms });
  const running = run(work);
  await waitUntil(isSoFar);
  await eventLoopCaughtUp();
  time.end();
  return { ...(await running), work };
}
const echo = { name: 'echo', arguments: { message: 'x' } };

describe('every call of a model', () => {
  test('is reserved before it is made and settled after, and its cost is reported', async () => {
    script({ toolCalls: [echo], usage: { input: 50, output: 10 } }, { text: 'Done.', usage: { input: 70, output: 5 } });
    const work = item();
    const { report } = await run(work);
    expect(report.usage).toEqual({
      inputTokens: 120,
      outputTokens: 15,
      cachedInputTokens: 0,
      calls: 2,
      costMicros: 135,
    });
    const { reserved, settled } = bench.platform.ledger;
    const account = {
      organizationId: 'org',
      projectId: 'prj',
      suiteId: 'suite',
      runId: work.runId,
      keyId: 'key',
      purpose: 'turn',
      model: MODEL,
    };
    expect(reserved).toMatchObject(
      [1, 2].map((n) => ({ ...account, callId: `${work.iterationId}.3.${n}`, outputTokens: 16_000 })),
    );
    expect(settled).toMatchObject([
      { callId: `${work.iterationId}.3.1`, inputTokens: 50, outputTokens: 10, answered: true },
      { callId: `${work.iterationId}.3.2`, inputTokens: 70, outputTokens: 5, answered: true },
    ]);
    const asked = endpoint.requests.map(({ body: { messages, tools } }) => JSON.stringify([messages, tools]).length);
    // The SDK's JSON of a conversation is somewhat longer than the provider's.
    reserved.forEach(({ inputTokens }, i) => expect(inputTokens / asked[i]!).toBeGreaterThan(0.3));
    reserved.forEach(({ inputTokens }, i) => expect(inputTokens / asked[i]!).toBeLessThan(0.4));
    expect(reserved[1]!.inputTokens).toBeGreaterThan(reserved[0]!.inputTokens);
  });

  test('reserves a token for three bytes, also where characters are longer', async () => {
    const text = '请查询北京明天的天气并告诉我是否需要带伞。'.repeat(200);
    await bench.execute(
      workItem([{ id: 'p', kind: 'prompt', prompt: text }], [], { model: MODEL, timeoutMs: 20_000 }),
      [],
    );
    const { inputTokens } = bench.platform.ledger.reserved[0]!;
    expect(inputTokens - text.length).toBeGreaterThan(0);
    expect(inputTokens - text.length).toBeLessThan(100);
  });

  test('is released when it fails, and each attempt is a call of its own', async () => {
    script({ status: 500 }, { fault: 'garbage' }, { status: 500 }, { text: 'Done.', usage: { input: 9, output: 1 } });
    const { report } = await run();
    await bench.settled();
    expect(report.usage).toMatchObject({ calls: 1, costMicros: 10 });
    const { reserved, settled } = bench.platform.ledger;
    expect(reserved.map(({ callId }) => callId.split('.').at(-1))).toEqual(['1', '2', '3', '4']);
    expect(settled.map(({ answered, inputTokens }) => [answered, inputTokens])).toEqual([
      [false, 0],
      [false, 0],
      [false, 0],
      [true, 9],
    ]);
  });

  // Anthropic sends half of the output tokens before the first word.
  test.each([
    ['openai/gpt-5', 1],
    ['anthropic/claude-sonnet-4-5', 0],
  ])('of %s that breaks off is paid for its input and the output so far', async (model, least) => {
    script({ fault: 'cut' }, { text: 'Done.', usage: { input: 9, output: 1 } });
    await run(item({ model }));
    await bench.settled();
    const { reserved, settled } = bench.platform.ledger;
    expect(settled).toMatchObject([{ answered: true, inputTokens: reserved[0]!.inputTokens }, { inputTokens: 9 }]);
    expect(settled[0]!.outputTokens).toBeGreaterThanOrEqual(least);
    expect(settled[0]!.outputTokens).toBeLessThan(10);
  });

  test.each<[ModelReply, boolean]>([
    [{ fault: 'stall' }, true],
    [{ fault: 'hang' }, false],
  ])('that ends with the iteration is paid for if the model said anything: %j', async (reply, answered) => {
    script(reply);
    expect((await runUntil(() => endpoint.requests.length === 1)).report.outcome).toBe(Outcome.TIMED_OUT);
    await bench.settled();
    expect(bench.platform.ledger.settled).toMatchObject([
      { answered, inputTokens: answered ? bench.platform.ledger.reserved[0]!.inputTokens : 0 },
    ]);
  });

  test('has an unknown cost when the price of one call is unknown', async () => {
    script({ toolCalls: [echo] }, { text: 'Done.' });
    bench.platform.ledger.cost = ({ callId }) => (callId.endsWith('.1') ? 5 : undefined);
    const { report } = await run();
    expect(report.usage).toMatchObject({ calls: 2 });
    expect(report.usage!.costMicros).toBeUndefined();
  });
});

test('a reservation is extended while its call is under way, and not after', async () => {
  const { extended, reserved, settled } = bench.platform.ledger;
  script({ fault: 'hang' });
  await runUntil(() => extended.length > 1);
  expect(extended[0]).toEqual([reserved[0]!.callId]);
  await bench.settled();
  const sofar = extended.length;
  await eventLoopCaughtUp();
  expect([settled.length, extended.length]).toEqual([1, sofar]);
});

describe('a budget that is used up', () => {
  const refusal = {
    budgetId: 'bud_1',
    scope: 'project',
    scopeId: 'prj',
    resetsAtMs: 1_900_000_000_000,
    underWay: false,
    message: 'The budget of the project is used up until midnight.',
  };

  test('blocks the run with its id and the time of its reset, and no provider is asked', async () => {
    bench.platform.ledger.refusal = () => refusal;
    const { report, transcript } = await run();
    expect(report).toMatchObject({
      outcome: Outcome.BLOCKED,
      blame: Blame.PLATFORM,
      errorCode: 'BUDGET_EXHAUSTED',
      errorMessage: refusal.message,
      usage: undefined,
      stop: { code: 'BUDGET_EXHAUSTED', budgetId: 'bud_1', resetsAtMs: refusal.resetsAtMs, message: refusal.message },
    });
    expect(transcript.error).toEqual({ code: 'BUDGET_EXHAUSTED', message: refusal.message });
    expect(endpoint.requests).toEqual([]);
    expect(bench.platform.ledger.settled).toEqual([]);
  });

  test('in the middle of a turn keeps the usage and the calls so far', async () => {
    script({ toolCalls: [echo], usage: { input: 50, output: 10 } });
    bench.platform.ledger.refusal = ({ callId }) => (callId.endsWith('.2') ? refusal : undefined);
    const { report, transcript } = await run();
    expect(report).toMatchObject({ outcome: Outcome.BLOCKED, usage: { calls: 1, costMicros: 60 } });
    expect(transcript.toolCalls).toMatchObject([{ toolName: 'echo', isError: false }]);
  });
});

describe('a budget that is full of calls under way', () => {
  const full = {
    budgetId: 'bud_1',
    scope: 'project',
    scopeId: 'prj',
    resetsAtMs: 0,
    underWay: true,
    message: 'The budget of the project is full.',
  };

  test('is waited for, and ends no run', async () => {
    let refused = 0;
    bench.platform.ledger.refusal = () => (refused++ < 2 ? full : undefined);
    const { report } = await run();
    expect([report.outcome, report.stop, refused, endpoint.requests.length]).toEqual([
      Outcome.COMPLETED,
      undefined,
      3,
      1,
    ]);
    expect(new Set(bench.platform.ledger.reserved.map(({ callId }) => callId)).size).toBe(1);
  });

  test('is told to the platform while it is waited for, and no longer', async () => {
    const inHand = new WorkInHand(offeredItem(item()));
    const told: unknown[] = [];
    bench.platform.ledger.refusal = () => (told.push(inHand.waiting) < 3 ? full : undefined);
    await bench.report(item(), servers(), inHand);
    const waiting = { reason: 'budget', subjectId: 'bud_1', message: full.message };
    expect([...told, inHand.waiting]).toEqual([undefined, waiting, waiting, undefined]);
  });

  test('is waited for longer than a provider may be silent', async () => {
    const patient = new RunnerBench({
      endpoints: { openai: { baseUrl: endpoint.openaiUrl, apiKey: OWN } },
      retryPolicy: { silenceMs: 50 },
    });
    await patient.open();
    let refused = 0;
    patient.platform.ledger.refusal = () => (refused++ < 1 ? full : undefined);
    expect((await patient.execute(item(), servers())).report.outcome).toBe(Outcome.COMPLETED);
    await patient.close();
  });

  test('is to blame for a timeout while waiting, and nothing is reserved', async () => {
    let refused = 0;
    bench.platform.ledger.refusal = () => {
      refused++;
      return full;
    };
    expect((await runUntil(() => refused > 0)).report).toMatchObject({
      outcome: Outcome.TIMED_OUT,
      blame: Blame.PLATFORM,
      errorMessage: expect.stringContaining('The budget of the project is full.'),
    });
    await bench.settled();
    expect([endpoint.requests, bench.platform.ledger.settled]).toEqual([[], []]);
  });

  test('blocks the run when it is used up in the meantime', async () => {
    let refused = 0;
    bench.platform.ledger.refusal = () => ({ ...full, underWay: refused++ === 0 });
    expect((await run()).report).toMatchObject({ outcome: Outcome.BLOCKED, errorCode: 'BUDGET_EXHAUSTED' });
  });
});

describe('a ledger that is unreachable', () => {
  test('is waited for before a call is made', async () => {
    let refused = 0;
    bench.platform.ledger.fault = ({ reserve }) => (reserve && ++refused < 3 ? AWAY : undefined);
    const { report } = await run();
    expect([report.outcome, refused, endpoint.requests.length]).toEqual([Outcome.COMPLETED, 3, 1]);
    expect(bench.platform.ledger.reserved).toHaveLength(1);
  });

  test('is to blame for a timeout while waiting', async () => {
    let refused = 0;
    bench.platform.ledger.fault = ({ reserve }) => (reserve && ++refused > 0 ? AWAY : undefined);
    const { report, work } = await runUntil(() => refused > 0);
    expect(report).toMatchObject({ outcome: Outcome.TIMED_OUT, blame: Blame.PLATFORM });
    expect(endpoint.requests).toEqual([]);
    await bench.settled();
    expect(bench.platform.ledger.settled).toMatchObject([{ callId: `${work.iterationId}.3.1`, answered: false }]);
  });

  test('releases a reservation that it answers after the end of the iteration, and not before', async () => {
    const answering = Promise.withResolvers<void>();
    let asked = 0;
    bench.platform.ledger.slow = () => {
      asked++;
      return answering.promise;
    };
    expect((await runUntil(() => asked === 1)).report).toMatchObject({
      outcome: Outcome.TIMED_OUT,
      blame: Blame.PLATFORM,
    });
    expect(bench.platform.ledger.settled).toEqual([]);
    answering.resolve();
    await waitUntil(() => bench.platform.ledger.settled.length === 1);
    expect([bench.platform.ledger.reserved.length, bench.platform.ledger.settled[0]]).toMatchObject([
      1,
      { answered: false, inputTokens: 0 },
    ]);
  });

  test('delays no report when a call is settled, and takes the settlement later', async () => {
    const hurried = new RunnerBench({
      endpoints: { openai: { baseUrl: endpoint.openaiUrl, apiKey: OWN } },
      costMs: 100,
    });
    await hurried.open();
    const { ledger } = hurried.platform;
    let away = true;
    ledger.fault = ({ settle }) => (settle && away ? AWAY : undefined);
    const { report } = await hurried.execute(item(), servers());
    expect(report).toMatchObject({ outcome: Outcome.COMPLETED, usage: { calls: 1 } });
    expect(report.usage!.costMicros).toBeUndefined();
    expect(ledger.settled).toEqual([]);
    away = false;
    await waitUntil(() => ledger.settled.length === 1);
    expect(ledger.settled).toMatchObject([{ answered: true }]);
    await hurried.close();
  });
});

describe('a key that the project brought', () => {
  const brought = (providers: object, runId = 'run_1', sealedFor = runId): Partial<OfferedIteration> => ({
    runId,
    sealedModels: seal(Buffer.from(JSON.stringify({ providers })), keyEncryptionKey, `run:${sealedFor}`),
  });
  const keysSent = () => endpoint.requests.map(({ headers }) => headers.authorization);

  test("is used instead of the operator's, and is in nothing that leaves the runner", async () => {
    script({ status: 500, message: BROUGHT }, { toolCalls: [echo] }, { status: 401, message: `bad key ${BROUGHT}` });
    const done = await run(item(brought({ openai: { apiKey: BROUGHT } })));
    expect(done.report).toMatchObject({ outcome: Outcome.BLOCKED, errorCode: 'PROVIDER_REFUSED_KEY' });
    expect(keysSent()).toEqual(Array.from({ length: 3 }, () => `Bearer ${BROUGHT}`));
    const { reserved, settled } = bench.platform.ledger;
    expect(JSON.stringify([done, done.report.transcript.toString(), reserved, settled, lines])).not.toContain(BROUGHT);
  });

  test("may come with an address of its own, to which the operator's key is never sent", async () => {
    const { report } = await run(
      item({ ...brought({ custom: { baseUrl: endpoint.openaiUrl } }), model: 'custom/mine' }),
    );
    expect([report.outcome, keysSent()]).toEqual([Outcome.COMPLETED, [undefined]]);
  });

  test.each([
    ['nothing', {}],
    ['only an address', { openai: { baseUrl: 'http://127.0.0.1:9/v1' } }],
    ['other providers', { anthropic: { apiKey: BROUGHT } }],
  ])("for %s leaves the operator's settings in use", async (_, providers) => {
    expect((await run(item(brought(providers)))).report.outcome).toBe(Outcome.COMPLETED);
    expect(keysSent()).toEqual([`Bearer ${OWN}`]);
  });

  test('does not open when it was sealed for another run', async () => {
    expect((await run(item(brought({ openai: { apiKey: BROUGHT } }, 'run_1', 'run_2')))).report).toMatchObject({
      outcome: Outcome.FAILED,
      blame: Blame.PLATFORM,
      errorCode: 'INTERNAL_ERROR',
    });
    expect(endpoint.requests).toEqual([]);
  });
});

test('scripted/rules is not metered', async () => {
  expect((await run(item({ model: 'scripted/rules' }))).report).toMatchObject({
    outcome: Outcome.COMPLETED,
    usage: undefined,
  });
  expect(bench.platform.ledger.reserved).toEqual([]);
});
