import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { freePort } from '@assay/postgres/free-port';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { holdTimer } from '@assay/testkit/hold-time';
import { startModernServer, type ModernServer } from '@assay/testkit/mcp-servers/modern-server';
import { waitUntil } from '@assay/testkit/until';
import { RunnerBench } from '../support/runner-bench.ts';
import { withConnections } from '../support/with-connections.ts';
import { callStep, savedServer, workItem } from '../support/platform-stand-in.ts';

let faulty: FaultyServer;
let modern: ModernServer;
let closedPort: number;
const bench = new RunnerBench();
const execute = bench.execute.bind(bench);

beforeAll(async () => {
  [faulty, modern, closedPort] = await Promise.all([startFaultyServer(), startModernServer(), freePort()]);
  await bench.open();
});
afterAll(async () => {
  await bench.close();
  await Promise.all([faulty.stop(), modern.stop()]);
});

const target = () => savedServer('modern', modern.url);
const broken = (path: Parameters<FaultyServer['url']>[0], more: Partial<SavedServer> = {}) =>
  savedServer('faulty', faulty.url(path), more);

test('steps run in order, and each call has its arguments, result, size and time', async () => {
  const server = target();
  const { report, transcript, spans } = await execute(
    workItem(
      [
        callStep('first', 'modern', 'echo', { message: 'grüße' }),
        { id: 'check', kind: 'assert', assertion: { type: 'noToolErrors' } },
        callStep('second', 'modern', 'add', { a: 2, b: 3 }),
        { id: 'click', kind: 'interact', toolName: 'echo', action: { kind: 'click', target: { text: 'Buy' } } },
      ],
      [server],
    ),
    [server],
  );
  expect(report).toMatchObject({
    outcome: Outcome.COMPLETED,
    blame: Blame.UNSPECIFIED,
    usage: undefined,
    errorCode: '',
    fence: '1',
    startedAtMs: expect.closeTo(Date.now(), -5),
  });
  expect(transcript.steps.map(({ stepId, status }) => [stepId, status])).toEqual([
    ['first', 'ok'],
    ['check', 'pending'],
    ['second', 'ok'],
    ['click', 'skipped'],
  ]);
  expect(transcript.toolCalls).toMatchObject([
    {
      id: 'call_1',
      stepId: 'first',
      stepIndex: 0,
      serverId: 'srv_modern',
      serverName: 'modern',
      toolName: 'echo',
      arguments: { message: 'grüße' },
      result: { content: [{ text: 'grüße' }] },
      isError: false,
    },
    { id: 'call_2', stepId: 'second', stepIndex: 2, toolName: 'add', result: { structuredContent: { sum: 5 } } },
  ]);
  for (const { result, resultBytes, latencyMs } of transcript.toolCalls) {
    expect(resultBytes).toBe(Buffer.byteLength(JSON.stringify(result)));
    expect(latencyMs).toBeGreaterThan(0);
    expect(latencyMs).toBeLessThanOrEqual(report.durationMs + 1);
  }
  expect(spans.map(({ name, status }) => [name, status])).toEqual([
    ['tools/call echo', 'ok'],
    ['toolCall first', 'ok'],
    ['tools/call add', 'ok'],
    ['toolCall second', 'ok'],
    ['interact click', 'ok'],
  ]);
});

test.each<[string, string, object, number?]>([
  ['reports an error', 'fails', { result: { isError: true, content: [{ text: 'The printer is on fire.' }] } }],
  [
    'answers with a JSON-RPC error',
    'throws',
    { error: { code: 'RPC_ERROR', message: expect.stringMatching(/-32603: .*The tool broke the protocol\.$/) } },
  ],
  ['does not exist', 'nothing', { error: { code: 'VALIDATION_ERROR', message: expect.stringContaining('-32602') } }],
  [
    'is not answered in time',
    'hang',
    { error: { code: 'TIMEOUT', message: expect.stringContaining('in time') } },
    2_000,
  ],
])('a tool that %s is evidence, and the next step runs', async (_, tool, expected, timeoutMs = 0) => {
  const server = broken('/tools', { timeoutMs });
  const { report, transcript, spans } = await execute(
    workItem([callStep('bad', 'faulty', tool), callStep('good', 'faulty', 'echo', { n: 1 })], [server]),
    [server],
  );
  expect(report.outcome).toBe(Outcome.COMPLETED);
  expect(transcript.toolCalls).toMatchObject([
    { ...expected, isError: true, latencyMs: expect.any(Number) },
    { toolName: 'echo', isError: false },
  ]);
  expect(transcript.steps.map(({ status }) => status)).toEqual(['fail', 'ok']);
  expect(spans[0]).toMatchObject({ status: 'error' });
});

test('an iteration ends at its time limit, keeps the open call and tells the server', async () => {
  const server = broken('/tools');
  const { started, cancelled } = faulty.calls.hangWithProgress;
  const time = holdTimer(7_400);
  const executing = execute(
    workItem([callStep('wait', 'faulty', 'hangWithProgress'), callStep('never', 'faulty', 'echo')], [server], {
      timeoutMs: time.ms,
    }),
    [server],
  );
  await waitUntil(() => faulty.calls.hangWithProgress.started === started + 1);
  time.end();
  const { report, transcript } = await executing;
  expect(report).toMatchObject({
    outcome: Outcome.TIMED_OUT,
    blame: Blame.SERVER,
    errorCode: 'TIMEOUT',
    errorMessage: expect.stringContaining('7.4 s'),
  });
  expect(transcript).toMatchObject({
    error: { code: 'TIMEOUT' },
    steps: [],
    toolCalls: [{ toolName: 'hangWithProgress', error: { code: 'CANCELLED' }, isError: true }],
  });
  await waitUntil(() => faulty.calls.hangWithProgress.cancelled === cancelled + 1);
});

test('a server is not to blame when the organization has no connection left to reach it', async () => {
  const server = broken('/tools');
  const free = await withConnections(0, () => execute(workItem([callStep('a', 'faulty', 'echo')], [server]), [server]));
  expect(free.report).toMatchObject({
    outcome: Outcome.SETUP_FAILED,
    blame: Blame.PLATFORM,
    errorCode: 'RATE_LIMITED',
    errorMessage: expect.stringContaining('connections to servers'),
  });
});

test('results are kept whole while they fit into a report; of others only the size is kept', async () => {
  const server = broken('/tools');
  const { transcript } = await execute(
    workItem(
      ['a', 'b', 'c', 'd'].map((id) => callStep(id, 'faulty', 'large')),
      [server],
    ),
    [server],
  );
  expect(transcript.toolCalls.map(({ result, isError }) => [result !== undefined, isError])).toEqual([
    [true, false],
    [true, false],
    [true, false],
    [false, false],
  ]);
  expect(new Set(transcript.toolCalls.map(({ resultBytes }) => resultBytes)).size).toBe(1);
  expect(transcript.toolCalls[3]!.resultBytes).toBeGreaterThan(10 * 1024 * 1024);
});

describe('before a case can start', () => {
  const down = () => savedServer('faulty', `http://127.0.0.1:${closedPort}/mcp`);
  test.each([
    ['a server that is down', down, 'SERVER_UNREACHABLE', Blame.SERVER],
    ['a server that answers with a page', () => broken('/html'), 'SERVER_UNREACHABLE', Blame.SERVER],
    ['a server that answers garbage', () => broken('/garbage'), 'SERVER_UNREACHABLE', Blame.SERVER],
    ['a server that wants other credentials', () => broken('/unauthorized'), 'UNAUTHORIZED', Blame.SERVER],
    ['a server that wants an OAuth grant', () => broken('/oauth'), 'OAUTH_REQUIRED', Blame.SERVER],
    ['a server that denies access', () => broken('/forbidden'), 'FORBIDDEN', Blame.SERVER],
    ['a server that the run does not have', () => savedServer('other', modern.url), 'NOT_FOUND', Blame.PLATFORM],
  ])('%s fails the setup, with the code and the party to blame', async (_, make, code, blame) => {
    const server = make();
    const { report, transcript } = await execute(workItem([callStep('a', 'faulty', 'echo')], [server]), [server]);
    expect(report).toMatchObject({
      outcome: Outcome.SETUP_FAILED,
      blame,
      errorCode: code,
      errorMessage: expect.any(String),
    });
    expect(transcript).toMatchObject({ error: { code }, steps: [], toolCalls: [] });
  });

  test('a server that was deleted since the launch fails the setup', async () => {
    const { report } = await execute(workItem([callStep('a', 'faulty', 'echo')], [down()]), []);
    expect(report).toMatchObject({ outcome: Outcome.SETUP_FAILED, blame: Blame.PLATFORM, errorCode: 'NOT_FOUND' });
  });

  test('an unreachable platform is waited for', async () => {
    await bench.platform.stop();
    const server = target();
    const executing = execute(workItem([callStep('a', 'modern', 'echo', { message: 'x' })], [server]), [server]);
    await bench.platform.start();
    expect((await executing).report.outcome).toBe(Outcome.COMPLETED);
  });
});

test('a transcript beyond the size of a report fails with the platform to blame', async () => {
  const message = 'x'.repeat(13 * 1024 * 1024);
  const report = await bench.report(
    workItem(
      ['a', 'b', 'c', 'd'].map((id) => callStep(id, 'modern', 'echo', { message })),
      [target()],
    ),
    [target()],
  );
  expect(report).toMatchObject({
    outcome: Outcome.FAILED,
    blame: Blame.PLATFORM,
    errorCode: 'INTERNAL_ERROR',
    errorMessage: expect.stringContaining('too large for a report'),
  });
  expect(report.transcript).toHaveLength(0);
});

describe('a prompt', () => {
  const prompt = (text: string, model: string) => (server: SavedServer) =>
    workItem([{ id: 'p', kind: 'prompt', prompt: text }], [server], { model });

  test('lets scripted/rules call the tools it names, and reply', async () => {
    const server = target();
    const { report, transcript, spans } = await execute(
      prompt('First echo {"message":"hi"}, then add {"a":1,"b":2}.', 'scripted/rules')(server),
      [server],
    );
    expect(report.outcome).toBe(Outcome.COMPLETED);
    expect(transcript).toMatchObject({
      userMessages: 1,
      steps: [{ stepId: 'p', status: 'ok' }],
      toolCalls: [
        { toolName: 'echo', promptIndex: 0, arguments: { message: 'hi' } },
        { toolName: 'add', promptIndex: 0, result: { structuredContent: { sum: 3 } } },
      ],
    });
    expect(transcript.messages.map(({ role, content, toolCallId }) => [role, content, toolCallId])).toEqual([
      ['user', 'First echo {"message":"hi"}, then add {"a":1,"b":2}.', undefined],
      ['assistant', '', 'call_1'],
      ['tool', 'hi', 'call_1'],
      ['assistant', '', 'call_2'],
      ['tool', '3', 'call_2'],
      ['assistant', 'echo: hi\nadd: 3', undefined],
    ]);
    expect(spans.find(({ category }) => category === 'llm')).toMatchObject({
      name: 'chat scripted/rules',
      modelId: 'scripted/rules',
      promptIndex: 0,
    });
  });

  test('for a model that this runner does not have fails, and says so', async () => {
    const { report } = await execute(prompt('hi', 'openai/gpt-9')(target()), [target()]);
    expect(report).toMatchObject({
      outcome: Outcome.FAILED,
      blame: Blame.PLATFORM,
      errorCode: 'FEATURE_NOT_SUPPORTED',
      errorMessage: expect.stringContaining('"openai/gpt-9" needs the setting OPENAI_API_KEY'),
    });
  });
});
