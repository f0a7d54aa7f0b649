import { Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { RunnerBench } from '../support/runner-bench.ts';
import { callStep, savedServer, workItem } from '../support/platform-stand-in.ts';
import { startRecording, type RecordingProxy } from '@assay/testkit/mcp-servers/recording-proxy';

const LAUNCH = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

let everything: McpServerProcess;
let faulty: FaultyServer;
let proxy: RecordingProxy;
const bench = new RunnerBench();
const execute = bench.execute.bind(bench);

beforeAll(async () => {
  [everything, faulty] = await Promise.all([
    sharedEverythingServer({ transport: 'streamableHttp' }),
    startFaultyServer(),
  ]);
  await bench.open();
});
beforeEach(async () => {
  proxy = await startRecording(everything.url);
});
afterEach(() => proxy.stop());
afterAll(async () => {
  await bench.close();
  await Promise.all([everything.stop(), faulty.stop()]);
});

const target = () => savedServer('everything', proxy.url);

describe('a trace', () => {
  test('shows the messages of both directions, under the trace id that the server received', async () => {
    const { wire, traceId } = await execute(
      workItem([callStep('a', 'everything', 'echo', { message: 'x' })], [target()], { traceparent: LAUNCH }),
      [target()],
    );
    const sent = wire
      .filter(({ direction }) => direction === 'sent')
      .map(({ message }) => (message as { method: string }).method);
    expect(sent).toEqual(expect.arrayContaining(['initialize', 'notifications/initialized', 'tools/call']));
    expect(wire).toContainEqual(
      expect.objectContaining({
        direction: 'received',
        serverId: 'srv_everything',
        httpStatus: 200,
        message: expect.objectContaining({ result: { content: [{ type: 'text', text: 'Echo: x' }] } }),
      }),
    );
    expect(traceId).toBe('0af7651916cd43dd8448eb211c80319c');
    const asked = proxy.requests.find(({ message }) => message.method === 'tools/call')!;
    expect(asked.headers.traceparent).toMatch(new RegExp(`^00-${traceId}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`));
    expect(asked.message.params?._meta?.traceparent).toBe(asked.headers.traceparent);
  });

  test('has a new trace id when the launch had none', async () => {
    const traced = await Promise.all(
      [1, 2].map(() =>
        execute(workItem([callStep('a', 'everything', 'echo', { message: 'x' })], [target()]), [target()]),
      ),
    );
    expect(new Set(traced.map(({ traceId }) => traceId)).size).toBe(2);
    for (const { traceId } of traced) expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  test.each([
    ['takes it', () => everything.url, Outcome.COMPLETED],
    ['refuses it', () => faulty.url('/unauthorized'), Outcome.SETUP_FAILED],
  ] as const)('holds no credential, whether the server %s', async (_, url, outcome) => {
    proxy.redirect(url());
    const server = savedServer('everything', proxy.url, {
      headers: { authorization: 'Bearer verysecret', 'x-team': 'alsosecret' },
    });
    const { report, ...recorded } = await execute(
      workItem([callStep('a', 'everything', 'echo', { message: 'x' })], [server]),
      [server],
    );
    expect(report.outcome).toBe(outcome);
    const mcp = proxy.requests.filter(({ message }) => message.method !== undefined);
    expect(mcp.map(({ headers }) => [headers.authorization, headers['x-team']])).toEqual(
      mcp.map(() => ['Bearer verysecret', 'alsosecret']),
    );
    expect(JSON.stringify([report.errorMessage, recorded])).not.toMatch(/verysecret|alsosecret/);
  });
});
