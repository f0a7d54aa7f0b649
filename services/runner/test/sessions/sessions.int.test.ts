import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { surfaceHash } from '@assay/surface/hash';
import { startFaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import {
  sharedEverythingServer,
  startEverythingServer,
  type McpServerProcess,
} from '@assay/testkit/mcp-servers/everything-server';
import { unzipJson } from '@assay/transcripts/gzip';
import { WorkInHand } from '@assay/work/runner/work-in-hand';
import { RunnerBench } from '../support/runner-bench.ts';
import { callStep, savedServer, workItem, offeredItem, specOf } from '../support/platform-stand-in.ts';
import { startRecording, type RecordingProxy } from '@assay/testkit/mcp-servers/recording-proxy';

let everything: McpServerProcess;
let sse: McpServerProcess;
let proxy: RecordingProxy;
let bench: RunnerBench;
const execute: RunnerBench['execute'] = (...args) => bench.execute(...args);

beforeAll(async () => {
  [everything, sse] = await Promise.all([
    sharedEverythingServer({ transport: 'streamableHttp' }),
    sharedEverythingServer({ transport: 'sse' }),
  ]);
});
beforeEach(async () => {
  bench = new RunnerBench();
  await bench.open();
  proxy = await startRecording(everything.url);
});
afterEach(async () => {
  await bench.close();
  await proxy.stop();
});
afterAll(() => Promise.all([everything.stop(), sse.stop()]));

const target = () => savedServer('everything', proxy.url);

describe('the surface that a run meets', () => {
  const echo = [callStep('a', 'everything', 'echo', { message: 'x' })];
  const surfaceIn = ({ body }: { body: Uint8Array }) => unzipJson<Surface>(Buffer.from(body));

  test('is reported by its first iteration alone when no step reads tools, and is in no trace', async () => {
    const items = Array.from({ length: 3 }, () => workItem(echo, [target()], { runId: 'run_met' }));
    const first = await execute(items[0]!, [target()]);
    const [met, ...others] = first.report.surfaces;
    expect([met!.serverId, others]).toEqual(['srv_everything', []]);
    const surface = await surfaceIn(met!);
    expect(surface.tools.map(({ name }) => name)).toContain('echo');
    expect([surface.serverInfo, surfaceHash(surface)]).toEqual([expect.any(Object), met!.hash]);
    expect(JSON.stringify(first.wire)).not.toContain('tools/list');
    for (const item of items.slice(1)) expect((await execute(item, [target()])).report.surfaces).toEqual([]);
    expect(proxy.count('tools/list')).toBe(1);
  });

  test('is the one that was read for the assertions or the model, when it was', async () => {
    const item = workItem(echo, [target()], { runId: 'run_inventory', needsInventory: true });
    const { report } = await execute(item, [target()]);
    expect(report.surfaces.map(({ serverId }) => serverId)).toEqual(['srv_everything']);
    expect(proxy.count('tools/list')).toBe(1);
  });
});

describe('the inventory of servers', () => {
  const echo = [callStep('a', 'everything', 'echo', { message: 'x' })];

  test('is not in the transcript when nothing asks for it', async () => {
    const { transcript } = await execute(workItem(echo, [target()]), [target()]);
    expect(transcript.inventory).toBeUndefined();
  });

  test('is read once for all iterations of a run', async () => {
    const [first, second] = [
      { runId: 'run_1', needsInventory: true },
      { runId: 'run_2', needsInventory: true },
    ].map((more) => Array.from({ length: 3 }, () => workItem(echo, [target()], more)));
    const done = await Promise.all(first!.map((item) => execute(item, [target()])));
    for (const { transcript } of done) {
      expect(transcript.inventory).toMatchObject([
        { serverId: 'srv_everything', serverName: 'everything', complete: true },
      ]);
      expect(transcript.inventory![0]!.tools.find(({ name }) => name === 'get-sum')).toMatchObject({
        inputSchema: { required: ['a', 'b'] },
      });
    }
    expect(proxy.count('tools/list')).toBe(1);
    await execute(second![0]!, [target()]);
    expect(proxy.count('tools/list')).toBe(2);
  });

  test('is empty for a server without tools', async () => {
    const faulty = await startFaultyServer();
    const server = savedServer('faulty', faulty.url('/no-tools'));
    const { report, transcript } = await execute(
      workItem([{ id: 'c', kind: 'assert', assertion: { type: 'toolNamesUnique' } }], [server], {
        needsInventory: true,
      }),
      [server],
    );
    expect(report.outcome).toBe(Outcome.COMPLETED);
    expect(transcript.inventory).toEqual([{ serverId: 'srv_faulty', serverName: 'faulty', complete: true, tools: [] }]);
    await faulty.stop();
  });
});

describe('sessions', () => {
  const items = (isolation: 'iteration' | 'run') =>
    Array.from({ length: 3 }, (_, n) =>
      workItem([callStep('a', 'everything', 'echo', { message: `n${n}` })], [target()], {
        runId: `run_${isolation}`,
        spec: specOf([target()], { sessionIsolation: isolation }),
      }),
    );

  test('are opened for each iteration, and closed with it', async () => {
    for (const item of items('iteration')) await execute(item, [target()]);
    expect(proxy.count('initialize')).toBe(3);
    const sessions = (http: string) =>
      new Set(
        proxy.requests.filter((request) => request.http === http).map(({ headers }) => headers['mcp-session-id']),
      );
    expect(sessions('DELETE').size).toBe(3);
    expect([...sessions('DELETE')].every((id) => sessions('POST').has(id))).toBe(true);
  });

  test('are shared by the iterations of a run that says so, and closed with the run', async () => {
    await Promise.all(items('run').map((item) => execute(item, [target()])));
    expect(proxy.count('initialize')).toBe(1);
    expect(proxy.requests.filter(({ http }) => http === 'DELETE')).toHaveLength(0);
    await bench.endRuns();
    expect(proxy.requests.filter(({ http }) => http === 'DELETE')).toHaveLength(1);
  });

  test.each([
    ['Streamable HTTP', () => everything.url],
    ['HTTP+SSE', () => sse.url],
  ])('that are shared over %s leave each iteration its own messages', async (_, url) => {
    const server = savedServer('everything', url());
    const done = await Promise.all(items('run').map((item) => execute(item, [server])));
    done.forEach(({ wire }, n) => {
      const answers = wire.flatMap(({ message }) => JSON.stringify(message)?.match(/Echo: n\d/g) ?? []);
      expect(answers).toEqual([`Echo: n${n}`]);
    });
  });

  test('that are shared are opened anew when the server was restarted', async () => {
    const restarted = await startEverythingServer({ transport: 'streamableHttp' });
    const [first, second, third] = items('run');
    await execute(first!, [target()]);
    proxy.redirect(restarted.url);
    expect((await execute(second!, [target()])).transcript.toolCalls[0]).toMatchObject({
      error: { code: 'SERVER_UNREACHABLE' },
    });
    expect((await execute(third!, [target()])).transcript.toolCalls[0]).toMatchObject({ isError: false });
    await bench.endRuns();
    await restarted.stop();
  });

  test('that are shared outlive the iteration that opened them', async () => {
    const [first, second] = items('run');
    const opener = new WorkInHand(offeredItem(first!));
    const opening = execute(first!, [target()], opener);
    const following = execute(second!, [target()]);
    await proxy.asked;
    opener.stop();
    expect((await opening).report.outcome).toBe(Outcome.CANCELLED);
    expect((await following).report.outcome).toBe(Outcome.COMPLETED);
    expect(proxy.count('initialize')).toBe(1);
  });
});
