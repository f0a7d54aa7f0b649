import type { CassetteContent } from '@assay/contract/areas/cassettes/documents';
import type { CassetteInput } from '@assay/contract/areas/eval-runs/execution';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { CassetteRecorder, cassetteKey } from '@assay/grading/cassette';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { startModelEndpoint, type ModelEndpoint, type ModelReply } from '@assay/testkit/model-endpoint/model-endpoint';
import { RunnerBench, type ExecutedIteration } from '../support/runner-bench.ts';
import { callStep, savedServer, workItem, type OfferedIteration, specOf } from '../support/platform-stand-in.ts';

let faulty: FaultyServer;
let endpoint: ModelEndpoint;
let replies: ModelReply[] = [];
let bench: RunnerBench;

beforeAll(async () => {
  faulty = await startFaultyServer();
  endpoint = await startModelEndpoint(() => replies.shift() ?? { text: 'Nothing more.' });
  bench = new RunnerBench({ endpoints: { openai: { baseUrl: endpoint.openaiUrl, apiKey: 'k' } } });
  await bench.open();
});
beforeEach(() => {
  bench.platform.cassetteReads.length = 0;
  bench.platform.lookups = 0;
  bench.platform.cassette = undefined;
});
afterAll(async () => {
  await bench.close();
  await Promise.all([faulty.stop(), endpoint.stop()]);
});

const SAYS = (n: number) => ({ content: [{ type: 'text', text: `recorded ${n}` }] });
/** A server under the recorded name, with no process at its address. */
const gone = (): SavedServer => savedServer('faulty', 'http://127.0.0.1:1/mcp', { id: 'srv_now' });
const live = (): SavedServer => savedServer('faulty', faulty.url('/tools'), { id: 'srv_now' });
const recorded = (
  toolName: string,
  args: Record<string, unknown>,
  ...outcomes: CassetteContent['calls'][0]['outcomes']
) => ({
  key: cassetteKey({ serverName: 'faulty', toolName, arguments: args }),
  serverName: 'faulty',
  toolName,
  arguments: args,
  outcomes,
});
const cassetteOf = (...calls: CassetteContent['calls']): CassetteContent => ({
  format: 1,
  calls,
  servers: [
    {
      serverId: 'srv_then',
      serverName: 'faulty',
      complete: true,
      tools: [
        { name: 'echo', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
        { name: 'fails', inputSchema: { type: 'object' }, annotations: { readOnlyHint: false } },
        { name: 'slow', inputSchema: { type: 'object' } },
      ],
    },
  ],
});

const replaying = (
  mode: CassetteInput['mode'],
  steps: EvalTestStep[],
  server: SavedServer,
  more: Partial<OfferedIteration> = {},
): OfferedIteration =>
  workItem(steps, [server], {
    spec: specOf([server], { cassette: { mode, cassetteId: 'cas' } }),
    ...more,
  });
const replay = (steps: EvalTestStep[], more: Partial<OfferedIteration> = {}): Promise<ExecutedIteration> =>
  bench.execute(replaying('replay', steps, gone(), more), [gone()]);
const started = () => Object.values(faulty.calls).reduce((sum, { started: each }) => sum + each, 0);
const toldBy = ({ transcript }: ExecutedIteration) =>
  transcript.toolCalls.map(({ result, error, replayed }) => [
    error?.code ?? (result!.content as { text: string }[])[0]!.text,
    replayed,
  ]);

test('a recorded run replays identically without the server and without the platform', async () => {
  const steps = [
    callStep('a', 'faulty', 'echo', { n: 1 }),
    callStep('b', 'faulty', 'fails'),
    callStep('c', 'faulty', 'throws'),
    callStep('d', 'faulty', 'echo', { n: 1 }),
  ];
  const original = await bench.execute(workItem(steps, [live()], { needsInventory: true }), [live()]);
  const recorder = new CassetteRecorder(1_000_000);
  recorder.add(original.transcript);
  bench.platform.cassette = recorder.content();
  const [calls, lookups] = [started(), bench.platform.lookups];

  const again = await replay(steps, { needsInventory: true });
  expect(again.report).toMatchObject({ outcome: Outcome.COMPLETED, blame: Blame.UNSPECIFIED });
  const ofItsTime = { startMs: expect.any(Number), replayed: true };
  // A replayed call has no messages.
  expect(again.transcript.toolCalls).toEqual(
    original.transcript.toolCalls.map(({ wire: _wire, ...seen }) => ({ ...seen, ...ofItsTime })),
  );
  expect(original.transcript.toolCalls.some((each) => 'replayed' in each)).toBe(false);
  expect(again.transcript.inventory).toEqual(original.transcript.inventory);
  expect([again.wire, started(), bench.platform.lookups]).toEqual([[], calls, lookups]);
});

test('recorded outcomes of a call come in order, the last one repeated, in each iteration', async () => {
  bench.platform.cassette = cassetteOf(
    recorded(
      'echo',
      { n: 1 },
      { result: SAYS(1), latencyMs: 40 },
      { error: { code: 'TIMEOUT', message: 'Too slow.' } },
      { result: SAYS(3) },
    ),
  );
  const steps = ['a', 'b', 'c', 'd'].map((id) => callStep(id, 'faulty', 'echo', { n: 1 }));
  for (const runId of ['run_order', 'run_order']) {
    const done = await replay(steps, { runId });
    expect(toldBy(done)).toEqual([
      ['recorded 1', true],
      ['TIMEOUT', true],
      ['recorded 3', true],
      ['recorded 3', true],
    ]);
    expect(done.transcript.toolCalls[0]).toMatchObject({
      serverId: 'srv_now',
      latencyMs: 40,
      resultBytes: JSON.stringify(SAYS(1)).length,
      isError: false,
    });
    expect(done.transcript.toolCalls[1]).toMatchObject({ isError: true, error: { message: 'Too slow.' } });
  }
  expect(bench.platform.cassetteReads).toHaveLength(1);
});

test('a recorded call matches with any order of its arguments and any secrets', async () => {
  bench.platform.cassette = cassetteOf(
    recorded('echo', { a: 1, b: { c: 2, d: 3 }, password: '[redacted]' }, { result: SAYS(1) }),
  );
  expect(
    toldBy(await replay([callStep('a', 'faulty', 'echo', { password: 'hunter2', b: { d: 3, c: 2 }, a: 1 })])),
  ).toEqual([['recorded 1', true]]);
});

describe('a call that was not recorded', () => {
  test.each<[string, string, object]>([
    ['with these arguments', 'echo', { n: 2 }],
    ['at all', 'slow', {}],
    ['of a tool that does not exist', 'nothing', {}],
  ])('%s ends the iteration, with the cassette to blame', async (_, tool, args) => {
    bench.platform.cassette = cassetteOf(recorded('echo', { n: 1 }, { result: SAYS(1) }));
    const { report, transcript } = await replay([
      callStep('a', 'faulty', 'echo', { n: 1 }),
      callStep('b', 'faulty', tool, { ...args, apiKey: 'k-123456' }),
      callStep('c', 'faulty', 'echo', { n: 1 }),
    ]);
    expect(report).toMatchObject({
      outcome: Outcome.FAILED,
      blame: Blame.CASSETTE,
      errorCode: 'CASSETTE_MISS',
      errorMessage: expect.stringMatching(new RegExp(`"${tool}" on "faulty" with .*redacted`)),
    });
    expect(transcript).toMatchObject({
      error: { code: 'CASSETTE_MISS' },
      toolCalls: [{ stepId: 'a' }],
      steps: [{ stepId: 'a' }],
    });
    expect(JSON.stringify([report.errorMessage, transcript.error])).not.toContain('k-123456');
  });

  test('by a model ends the iteration, too, and the earlier replies are kept', async () => {
    bench.platform.cassette = cassetteOf(recorded('echo', { n: 1 }, { result: SAYS(1) }));
    replies = [
      { toolCalls: [{ name: 'echo', arguments: { n: 1 } }] },
      { toolCalls: [{ name: 'echo', arguments: { n: 2 } }] },
    ];
    const done = await replay([{ id: 'p', kind: 'prompt', prompt: 'Go.' }], { model: 'openai/gpt-5' });
    expect(done.report).toMatchObject({ outcome: Outcome.FAILED, blame: Blame.CASSETTE, errorCode: 'CASSETTE_MISS' });
    expect(toldBy(done)).toEqual([['recorded 1', true]]);
    expect(done.transcript.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  });
});

test('a model is offered the recorded tools, and receives the recorded results', async () => {
  bench.platform.cassette = cassetteOf(recorded('echo', { n: 1 }, { result: SAYS(1) }));
  endpoint.requests.length = 0;
  replies = [{ toolCalls: [{ name: 'echo', arguments: { n: 1 } }] }, { text: 'Done.' }];
  const done = await replay([{ id: 'p', kind: 'prompt', prompt: 'Go.' }], { model: 'openai/gpt-5' });
  expect(done.report.outcome).toBe(Outcome.COMPLETED);
  expect(
    (endpoint.requests[0]!.body.tools as { function: { name: string } }[]).map(({ function: { name } }) => name),
  ).toEqual(['echo', 'fails', 'slow']);
  expect(done.transcript.messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'Go.'],
    ['assistant', ''],
    ['tool', 'recorded 1'],
    ['assistant', 'Done.'],
  ]);
});

test('a server that was not recorded has no tools, and an incomplete list', async () => {
  bench.platform.cassette = { format: 1, servers: [], calls: [] };
  expect((await replay([], { needsInventory: true })).transcript.inventory).toEqual([
    { serverId: 'srv_now', serverName: 'faulty', complete: false, tools: [] },
  ]);
});

describe('where only writes are replayed', () => {
  test('read-only tools are called live, and all others are replayed', async () => {
    bench.platform.cassette = cassetteOf(
      recorded('echo', { n: 1 }, { result: SAYS(1) }),
      recorded('fails', {}, { result: SAYS(2) }),
      recorded('slow', {}, { result: SAYS(3) }),
    );
    const before = { ...faulty.calls.fails };
    const done = await bench.execute(
      replaying(
        'replayWrites',
        [callStep('a', 'faulty', 'echo', { n: 1 }), callStep('b', 'faulty', 'fails'), callStep('c', 'faulty', 'slow')],
        live(),
      ),
      [live()],
    );
    expect(toldBy(done)).toEqual([
      ['{"n":1}', undefined],
      ['recorded 2', true],
      ['recorded 3', true],
    ]);
    expect(faulty.calls.fails).toEqual(before);
  });

  test('a write that was not recorded is not made', async () => {
    bench.platform.cassette = cassetteOf();
    const before = started();
    const { report } = await bench.execute(replaying('replayWrites', [callStep('a', 'faulty', 'fails')], live()), [
      live(),
    ]);
    expect(report).toMatchObject({ outcome: Outcome.FAILED, blame: Blame.CASSETTE, errorCode: 'CASSETTE_MISS' });
    expect(started()).toBe(before);
  });
});

test('a run that records calls its servers', async () => {
  const done = await bench.execute(replaying('record', [callStep('a', 'faulty', 'echo', { n: 1 })], live()), [live()]);
  expect(toldBy(done)).toEqual([['{"n":1}', undefined]]);
  expect(bench.platform.cassetteReads).toEqual([]);
});

test('a deleted cassette fails the setup, and the next iteration asks again', async () => {
  const steps = [callStep('a', 'faulty', 'echo', { n: 1 })];
  expect((await replay(steps, { runId: 'run_gone' })).report).toMatchObject({
    outcome: Outcome.SETUP_FAILED,
    blame: Blame.PLATFORM,
    errorCode: 'NOT_FOUND',
    errorMessage: expect.stringContaining('cassette'),
  });
  bench.platform.cassette = cassetteOf(recorded('echo', { n: 1 }, { result: SAYS(1) }));
  expect((await replay(steps, { runId: 'run_gone' })).report.outcome).toBe(Outcome.COMPLETED);
});
