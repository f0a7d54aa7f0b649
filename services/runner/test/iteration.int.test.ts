import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { Outcome, type WorkItem } from '@assay/contract/gen/assay/v1/work';
import { dial, type Channel } from '@assay/kit/client';
import { startFaulty, type FaultyServer } from '@assay/testkit/faulty-servers';
import { startEverything, type McpServerProcess } from '@assay/testkit/mcp-servers';
import { startModern, type ModernServer } from '@assay/testkit/modern-server';
import { until } from '@assay/testkit/until';
import { connector } from '../src/connect.ts';
import { Held } from '../src/held.ts';
import { RunContexts } from '../src/run-context.ts';
import { runIteration } from '../src/run-iteration.ts';
import { call, chunksOf, keyEncryptionKey, log, meshSecret, Platform, savedServer, transcriptOf, workItem } from './platform.ts';
import { startRecording, type RecordingProxy } from './recording-proxy.ts';

let everything: McpServerProcess;
let sse: McpServerProcess;
let faulty: FaultyServer;
let modern: ModernServer;
let proxy: RecordingProxy;
const platform = new Platform();
let catalog: Channel;
let contexts: RunContexts;

beforeAll(async () => {
  [everything, sse, faulty, modern] = await Promise.all([
    startEverything({ transport: 'streamableHttp' }), startEverything({ transport: 'sse' }), startFaulty(), startModern(),
  ]);
  await platform.start();
  catalog = dial(platform.address, meshSecret, 'runner');
});
beforeEach(async () => {
  contexts = new RunContexts(catalog, log);
  proxy = await startRecording(everything.url);
});
afterEach(async () => {
  await contexts.close();
  await proxy.stop();
});
afterAll(async () => {
  catalog.close();
  await platform.stop();
  await Promise.all([everything.stop(), sse.stop(), faulty.stop(), modern.stop()]);
});

const held = (item: WorkItem) => new Held(item);
async function execute(item: WorkItem, servers: SavedServer[], holder = held(item)) {
  platform.servers = servers;
  const report = await runIteration(holder, { contexts, connect: connector(keyEncryptionKey), log });
  const chunks = chunksOf(report.parts);
  return { report, transcript: transcriptOf(report), spans: chunks.flatMap(({ spans }) => spans), wire: chunks.flatMap(({ wire }) => wire), traceId: chunks[0]?.traceId };
}
const target = () => savedServer('everything', proxy.url);
const broken = (path: Parameters<FaultyServer['url']>[0], more: Partial<SavedServer> = {}) => savedServer('faulty', faulty.url(path), more);

test('steps run in order, and each call is recorded with its arguments, its result, its size and its time', async () => {
  const server = target();
  const { report, transcript, spans } = await execute(workItem([
    call('first', 'everything', 'echo', { message: 'grüße' }),
    { id: 'check', kind: 'assert', assertion: { type: 'noToolErrors' } },
    call('second', 'everything', 'get-sum', { a: 2, b: 3 }),
    { id: 'click', kind: 'interact', toolName: 'echo', action: {} },
  ], [server]), [server]);
  expect(report).toMatchObject({ outcome: Outcome.COMPLETED, errorCode: '', fence: 1, startedAtMs: expect.closeTo(Date.now(), -5) });
  expect(transcript.steps.map(({ stepId, status }) => [stepId, status])).toEqual([['first', 'ok'], ['check', 'pending'], ['second', 'ok'], ['click', 'skipped']]);
  expect(transcript.toolCalls).toMatchObject([
    { id: 'call_1', stepId: 'first', stepIndex: 0, serverId: 'srv_everything', serverName: 'everything', toolName: 'echo', arguments: { message: 'grüße' }, result: { content: [{ text: 'Echo: grüße' }] }, isError: false },
    { id: 'call_2', stepId: 'second', stepIndex: 2, toolName: 'get-sum', result: { content: [{ text: expect.stringContaining('5') }] } },
  ]);
  for (const { result, resultBytes, latencyMs } of transcript.toolCalls) {
    expect(resultBytes).toBe(Buffer.byteLength(JSON.stringify(result)));
    expect(latencyMs).toBeGreaterThan(0);
    expect(latencyMs).toBeLessThanOrEqual(report.durationMs + 1);
  }
  expect(spans.map(({ name, status }) => [name, status])).toEqual([
    ['tools/call echo', 'ok'], ['toolCall first', 'ok'], ['tools/call get-sum', 'ok'], ['toolCall second', 'ok'], ['interact click', 'ok'],
  ]);
});

test.each([
  ['reports an error', 'fails', { result: { isError: true, content: [{ text: 'The printer is on fire.' }] } }],
  ['answers with a JSON-RPC error', 'throws', { error: { code: 'INTERNAL_ERROR', message: expect.stringContaining('-32603') } }],
  ['does not exist', 'nothing', { error: { code: 'INTERNAL_ERROR', message: expect.stringContaining('-32602') } }],
  ['is not answered in time', 'hang', { error: { code: 'TIMEOUT', message: expect.stringContaining('in time') } }],
])('a tool that %s is evidence, and the next step is taken', async (_, tool, expected) => {
  const server = broken('/tools', { timeoutMs: 300 });
  const { report, transcript, spans } = await execute(workItem([call('bad', 'faulty', tool), call('good', 'faulty', 'echo', { n: 1 })], [server]), [server]);
  expect(report.outcome).toBe(Outcome.COMPLETED);
  expect(transcript.toolCalls).toMatchObject([{ ...expected, isError: true, latencyMs: expect.any(Number) }, { toolName: 'echo', isError: false }]);
  expect(transcript.steps.map(({ status }) => status)).toEqual(['fail', 'ok']);
  expect(spans[0]).toMatchObject({ status: 'error' });
});

test('an iteration that outlasts its time is ended, with the call it broke off and the news for the server', async () => {
  const server = broken('/tools');
  const before = faulty.calls.hangWithProgress.cancelled;
  const { report, transcript } = await execute(workItem([call('wait', 'faulty', 'hangWithProgress'), call('never', 'faulty', 'echo')], [server], { timeoutMs: 400 }), [server]);
  expect(report).toMatchObject({ outcome: Outcome.TIMED_OUT, errorCode: 'TIMEOUT', errorMessage: expect.stringContaining('0.4 s') });
  expect(transcript).toMatchObject({ error: { code: 'TIMEOUT' }, steps: [], toolCalls: [{ toolName: 'hangWithProgress', error: { code: 'CANCELLED' }, isError: true }] });
  await until(() => faulty.calls.hangWithProgress.cancelled === before + 1);
});

describe('before a case can start', () => {
  const down = savedServer('faulty', 'http://127.0.0.1:1/mcp');
  test.each([
    ['a server that is down', () => down, 'SERVER_UNREACHABLE'],
    ['a server that answers with a page', () => broken('/html'), 'SERVER_UNREACHABLE'],
    ['a server that answers garbage', () => broken('/garbage'), 'SERVER_UNREACHABLE'],
    ['a server that wants other credentials', () => broken('/unauthorized'), 'UNAUTHORIZED'],
    ['a server that wants an OAuth grant', () => broken('/oauth'), 'OAUTH_REQUIRED'],
    ['a server that denies access', () => broken('/forbidden'), 'FORBIDDEN'],
    ['a server that the run does not have', () => savedServer('other', everything.url), 'NOT_FOUND'],
  ])('%s fails the setup, with the code', async (_, make, code) => {
    const server = make();
    const { report, transcript } = await execute(workItem([call('a', 'faulty', 'echo')], [server]), [server]);
    expect(report).toMatchObject({ outcome: Outcome.SETUP_FAILED, errorCode: code, errorMessage: expect.any(String) });
    expect(transcript).toMatchObject({ error: { code }, steps: [], toolCalls: [] });
  });

  test('a server that was deleted since the launch fails the setup', async () => {
    const { report } = await execute(workItem([call('a', 'faulty', 'echo')], [down]), []);
    expect(report).toMatchObject({ outcome: Outcome.SETUP_FAILED, errorCode: 'NOT_FOUND' });
  });

  test('a platform that is away for a moment is waited for', async () => {
    await platform.stop();
    const server = target();
    const executing = execute(workItem([call('a', 'everything', 'echo', { message: 'x' })], [server]), [server]);
    await platform.start();
    expect((await executing).report.outcome).toBe(Outcome.COMPLETED);
  });
});

describe('what servers declare', () => {
  const echo = [call('a', 'everything', 'echo', { message: 'x' })];

  test('is not read when nothing asks for it', async () => {
    const { transcript } = await execute(workItem(echo, [target()]), [target()]);
    expect(transcript.inventory).toBeUndefined();
    expect(proxy.count('tools/list')).toBe(0);
  });

  test('is read once for all iterations of a run', async () => {
    const [first, second] = [{ runId: 'run_1', needsInventory: true }, { runId: 'run_2', needsInventory: true }]
      .map((more) => Array.from({ length: 3 }, () => workItem(echo, [target()], more)));
    const done = await Promise.all(first!.map((item) => execute(item, [target()])));
    for (const { transcript } of done) {
      expect(transcript.inventory).toMatchObject([{ serverId: 'srv_everything', serverName: 'everything', complete: true }]);
      expect(transcript.inventory![0]!.tools.find(({ name }) => name === 'get-sum')).toMatchObject({ inputSchema: { required: ['a', 'b'] } });
    }
    expect(proxy.count('tools/list')).toBe(1);
    await execute(second![0]!, [target()]);
    expect(proxy.count('tools/list')).toBe(2);
  });

  test('is nothing for a server without tools', async () => {
    const server = broken('/no-tools');
    const { report, transcript } = await execute(workItem([{ id: 'c', kind: 'assert', assertion: { type: 'toolNamesUnique' } }], [server], { needsInventory: true }), [server]);
    expect(report.outcome).toBe(Outcome.COMPLETED);
    expect(transcript.inventory).toEqual([{ serverId: 'srv_faulty', serverName: 'faulty', complete: true, tools: [] }]);
  });
});

describe('sessions', () => {
  const items = (isolation: string) =>
    Array.from({ length: 3 }, (_, n) => workItem([call('a', 'everything', 'echo', { message: `n${n}` })], [target()], { runId: `run_${isolation}`, sessionIsolation: isolation }));

  test('are opened for each iteration, and closed with it', async () => {
    for (const item of items('iteration')) await execute(item, [target()]);
    expect(proxy.count('initialize')).toBe(3);
    const sessions = (http: string) => new Set(proxy.requests.filter((request) => request.http === http).map(({ headers }) => headers['mcp-session-id']));
    expect(sessions('DELETE').size).toBe(3);
    expect([...sessions('DELETE')].every((id) => sessions('POST').has(id))).toBe(true);
  });

  test('are shared by the iterations of a run that says so, and closed with the run', async () => {
    await Promise.all(items('run').map((item) => execute(item, [target()])));
    expect(proxy.count('initialize')).toBe(1);
    expect(proxy.requests.filter(({ http }) => http === 'DELETE')).toHaveLength(0);
    await contexts.close();
    expect(proxy.requests.filter(({ http }) => http === 'DELETE')).toHaveLength(1);
  });

  test.each([['Streamable HTTP', () => everything.url], ['HTTP+SSE', () => sse.url]])('that are shared over %s leave each iteration its own messages', async (_, url) => {
    const server = savedServer('everything', url());
    const done = await Promise.all(items('run').map((item) => execute(item, [server])));
    done.forEach(({ wire }, n) => {
      const answers = wire.flatMap(({ message }) => JSON.stringify(message)?.match(/Echo: n\d/g) ?? []);
      expect(answers).toEqual([`Echo: n${n}`]);
    });
  });

  test('that are shared are opened anew when the server was restarted', async () => {
    const restarted = await startEverything({ transport: 'streamableHttp' });
    const [first, second, third] = items('run');
    await execute(first!, [target()]);
    proxy.redirect(restarted.url);
    expect((await execute(second!, [target()])).transcript.toolCalls[0]).toMatchObject({ error: { code: 'SERVER_UNREACHABLE' } });
    expect((await execute(third!, [target()])).transcript.toolCalls[0]).toMatchObject({ isError: false });
    await contexts.close();
    await restarted.stop();
  });

  test('that are shared outlive the iteration that opened them', async () => {
    const [first, second] = items('run');
    const opener = held(first!);
    const opening = execute(first!, [target()], opener);
    await until(() => proxy.requests.length > 0);
    const following = execute(second!, [target()]);
    opener.stop();
    expect((await opening).report.outcome).toBe(Outcome.CANCELLED);
    expect((await following).report.outcome).toBe(Outcome.COMPLETED);
    expect(proxy.count('initialize')).toBe(1);
  });
});

describe('a trace', () => {
  const launch = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

  test('shows the messages of both directions, under the trace that the server was told of', async () => {
    const { wire, traceId } = await execute(workItem([call('a', 'everything', 'echo', { message: 'x' })], [target()], { traceparent: launch }), [target()]);
    const sent = wire.filter(({ direction }) => direction === 'sent').map(({ message }) => (message as { method: string }).method);
    expect(sent).toEqual(expect.arrayContaining(['initialize', 'notifications/initialized', 'tools/call']));
    expect(wire).toContainEqual(expect.objectContaining({ direction: 'received', serverId: 'srv_everything', httpStatus: 200, message: expect.objectContaining({ result: { content: [{ type: 'text', text: 'Echo: x' }] } }) }));
    expect(traceId).toBe('0af7651916cd43dd8448eb211c80319c');
    const asked = proxy.requests.find(({ message }) => message.method === 'tools/call')!;
    expect(asked.headers.traceparent).toMatch(new RegExp(`^00-${traceId}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`));
    expect(asked.message.params?._meta?.traceparent).toBe(asked.headers.traceparent);
  });

  test('is a trace of its own when the launch had none', async () => {
    const traced = await Promise.all([1, 2].map(() => execute(workItem([call('a', 'everything', 'echo', { message: 'x' })], [target()]), [target()])));
    expect(new Set(traced.map(({ traceId }) => traceId)).size).toBe(2);
    for (const { traceId } of traced) expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  test.each([['that works', () => proxy.url, Outcome.COMPLETED], ['that refuses it', () => faulty.url('/unauthorized'), Outcome.SETUP_FAILED]] as const)(
    'holds no credential of a server %s', async (_, url, outcome) => {
      const server = savedServer('everything', url(), { headers: { authorization: 'Bearer verysecret', 'x-team': 'alsosecret' } });
      const { report } = await execute(workItem([call('a', 'everything', 'echo', { message: 'x' })], [server]), [server]);
      expect(report.outcome).toBe(outcome);
      expect(JSON.stringify([report.errorMessage, transcriptOf(report), chunksOf(report.parts)])).not.toMatch(/verysecret|alsosecret/);
      if (outcome === Outcome.COMPLETED) expect(proxy.requests.every(({ headers }) => headers.authorization === 'Bearer verysecret' && headers['x-team'] === 'alsosecret')).toBe(true);
    },
  );
});

describe('a prompt', () => {
  const prompt = (text: string, model: string) => (server: SavedServer) => workItem([{ id: 'p', kind: 'prompt', prompt: text }], [server], { model });

  test('lets scripted/rules call the tools it names, and reply', async () => {
    const server = savedServer('modern', modern.url);
    const { report, transcript, spans } = await execute(prompt('First echo {"message":"hi"}, then add {"a":1,"b":2}.', 'scripted/rules')(server), [server]);
    expect(report.outcome).toBe(Outcome.COMPLETED);
    expect(transcript).toMatchObject({
      userMessages: 1, steps: [{ stepId: 'p', status: 'ok' }],
      toolCalls: [{ toolName: 'echo', promptIndex: 0, arguments: { message: 'hi' } }, { toolName: 'add', promptIndex: 0, result: { structuredContent: { sum: 3 } } }],
    });
    expect(transcript.messages.map(({ role, content, toolCallId }) => [role, content, toolCallId])).toEqual([
      ['user', 'First echo {"message":"hi"}, then add {"a":1,"b":2}.', undefined],
      ['assistant', '', 'call_1'], ['tool', 'hi', 'call_1'], ['assistant', '', 'call_2'], ['tool', '3', 'call_2'], ['assistant', 'echo: hi\nadd: 3', undefined],
    ]);
    expect(spans.find(({ category }) => category === 'llm')).toMatchObject({ name: 'chat scripted/rules', modelId: 'scripted/rules', promptIndex: 0 });
  });

  test('for a model that this runner does not have fails, and says so', async () => {
    const { report } = await execute(prompt('hi', 'openai/gpt-9')(target()), [target()]);
    expect(report).toMatchObject({ outcome: Outcome.FAILED, errorCode: 'VALIDATION_ERROR', errorMessage: expect.stringContaining('openai/gpt-9') });
  });
});

test('results are kept whole as long as they fit into a report; of the others the size is known', async () => {
  const server = broken('/tools');
  const { transcript } = await execute(workItem(['a', 'b', 'c', 'd'].map((id) => call(id, 'faulty', 'large')), [server]), [server]);
  expect(transcript.toolCalls.map(({ result, isError }) => [result !== undefined, isError])).toEqual([[true, false], [true, false], [true, false], [false, false]]);
  expect(new Set(transcript.toolCalls.map(({ resultBytes }) => resultBytes)).size).toBe(1);
  expect(transcript.toolCalls[3]!.resultBytes).toBeGreaterThan(10 * 1024 * 1024);
});
