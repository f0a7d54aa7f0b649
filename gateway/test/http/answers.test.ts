import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { Problem } from '@assay/contract/problem';
import { RawReply } from '@assay/kit/rpc/handle';
import { waitUntil } from '@assay/testkit/until';
import { testKeys, startTestGateway, type TestGateway } from '../start.ts';

const RUN = '/projects/prj_member/eval-runs/run_1';
const news = [
  {
    events: [
      { id: '0.running', type: 'run', data: { status: 'running' } },
      { id: '1.running', type: 'iteration', data: { title: 'two\nlines' } },
    ],
    done: false,
  },
  { events: [], done: false },
  { events: [{ id: '1.completed', type: 'end', data: { status: 'completed' } }], done: true },
];
/** More than the buffers of a connection hold, in bytes. */
const LARGE = 16 * 1024 * 1024;
/** The time limit for a caller who takes nothing of an answer, in milliseconds. */
const STALLED_MS = 60_000;
const asked: string[] = [];
const quiet: { waitMs: number; at: number }[] = [];
const stopping = new AbortController();
/** The runs with a request that was not answered yet. */
const hanging = new Set<string>();

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await startTestGateway({
    stopping: stopping.signal,
    answers: {
      exportEvalRunMarkdown: async () =>
        new RawReply('# A run', 'text/markdown; charset=utf-8', { 'x-complete': 'true' }),
      getMe: async () => new RawReply(Buffer.alloc(LARGE), 'application/octet-stream'),
      exportEvalRunJunit: async () => new RawReply('<testsuites/>', 'application/junit+xml'),
      streamEvalRunEvents: async (_caller, target) => {
        const { runId, lastEventId, ...waiting } = target as { runId: string; lastEventId: string; waitMs: string };
        const waitMs = Number(waiting.waitMs);
        if (runId === 'run_over') return { events: [], done: true };
        if (runId === 'run_slow' && waitMs === 0) return { events: [], done: false };
        if (runId === 'run_slow' || runId === 'run_hangs') {
          hanging.add(runId);
          return new Promise(() => {});
        }
        if (runId === 'run_gone') throw new Problem('NOT_FOUND', 'No such run.');
        if (runId === 'run_breaks' && lastEventId !== '') throw new Problem('NOT_FOUND', 'No such run.');
        if (runId === 'run_quiet') {
          quiet.push({ waitMs, at: performance.now() });
          return { events: [], done: false };
        }
        asked.push(lastEventId);
        return news[runId === 'run_breaks' ? 0 : asked.length - 1]!;
      },
    },
  });
});
afterAll(() => fixture.stop());

test('an answer that its caller does not take has a time limit', async () => {
  const accepted: Socket[] = [];
  const note = (message: unknown) => void accepted.push((message as { socket: Socket }).socket);
  subscribe('net.server.socket', note);
  const { hostname, port } = new URL(fixture.origin);
  const caller = connect(Number(port), hostname).pause();
  try {
    caller.write(`GET /api/v1/me HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${testKeys.good}\r\n\r\n`);
    const waits = () => accepted.find(({ writableLength }) => writableLength > 0);
    await waitUntil(() => waits()?.timeout);
    expect(waits()?.timeout).toBe(STALLED_MS);
  } finally {
    unsubscribe('net.server.socket', note);
    caller.destroy();
  }
});

test('a reply that is not JSON has its own media type and headers', async () => {
  const { status, text, headers } = await fixture.send('GET', `${RUN}/summary.md`);
  expect([status, text, headers.get('content-type'), headers.get('x-complete')]).toEqual([
    200,
    '# A run',
    'text/markdown; charset=utf-8',
    'true',
  ]);
});

const json = ['application/json', 'Accept, x-assay-eval-vocabulary'] as const;
test.each([
  ['application/json', ...json],
  ['*/*', ...json],
  ['text/html,*/*;q=0.8', ...json],
  ['image/png', ...json],
  ['text/markdown', 'text/markdown; charset=utf-8', 'Accept'],
  ['application/junit+xml, application/json;q=0.5', 'application/junit+xml', 'Accept'],
])('a run that is read with Accept: %s is answered as %s', async (accept, type, vary) => {
  const { status, headers } = await fixture.send('GET', RUN, { headers: { accept } });
  expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([200, type, vary]);
});

test('a launch carries its program and CI job, unless the headers are too long', async () => {
  const start = async (headers: Record<string, string>) =>
    (await fixture.send('POST', '/projects/prj_member/eval-runs', { headers, body: { suiteId: 'suite_1' } })).json()
      .target;
  expect(await start({ 'x-assay-launcher': '{"kind":"cli"}', 'x-assay-ci': '{"branch":"main"}' })).toMatchObject({
    launcher: '{"kind":"cli"}',
    ci: '{"branch":"main"}',
  });
  expect(await start({ 'x-assay-launcher': 'x'.repeat(513), 'x-assay-ci': 'x'.repeat(4_097) })).toMatchObject({
    launcher: '',
    ci: '',
  });
  expect(await start({})).toMatchObject({ launcher: '', ci: '' });
});

test.each([
  ['gzip, deflate, br', 'gzip'],
  ['br', ''],
  ['gzip;q=0', ''],
  ['identity', ''],
])('a trace is read with Accept-Encoding: %s as "%s"', async (accepted, encoding) => {
  const { json } = await fixture.send('GET', `${RUN}/iterations/iter_1/trace`, {
    headers: { 'accept-encoding': accepted },
  });
  expect(json().target).toMatchObject({ acceptEncoding: encoding });
});

test('`default` is a project only for ingestion', async () => {
  const report = { suiteName: 's', results: [{ caseTitle: 'c', passed: true }] };
  expect((await fixture.send('POST', '/projects/default/eval-ingest/report', { body: report })).json()).toMatchObject({
    target: { projectId: 'prj_member' },
    caller: { projectId: 'prj_member' },
  });
  expect((await fixture.send('GET', '/projects/default/eval-suites')).status).toBe(404);
});

describe('a stream of events', () => {
  test('continues after the last event until the RPC is done', async () => {
    const { status, text, headers } = await fixture.send('GET', `${RUN}/events`, {
      headers: { 'last-event-id': 'before' },
    });
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream',
      'no-store',
    ]);
    expect(text).toBe(
      [
        'id: 0.running\nevent: run\ndata: {"status":"running"}\n\n',
        'id: 1.running\nevent: iteration\ndata: {"title":"two\\nlines"}\n\n',
        ': \n\n',
        'id: 1.completed\nevent: end\ndata: {"status":"completed"}\n\n',
      ].join(''),
    );
    expect(asked).toEqual(['before', '1.running', '1.running']);
  });

  test('is an ordinary error when it is refused at the start', async () => {
    const { status, json } = await fixture.send('GET', '/projects/prj_member/eval-runs/run_gone/events');
    expect([status, json()]).toEqual([404, { code: 'NOT_FOUND', message: 'No such run.' }]);
  });

  test('says why it breaks off', async () => {
    const { text } = await fixture.send('GET', '/projects/prj_member/eval-runs/run_breaks/events');
    expect(text).toMatch(/event: error\ndata: \{"code":"NOT_FOUND","message":"No such run\."\}\n\n$/);
  });

  test('is a 204 when it is complete, so that browsers do not reconnect', async () => {
    const { status, text } = await fixture.send('GET', '/projects/prj_member/eval-runs/run_over/events');
    expect([status, text]).toEqual([204, '']);
  });

  const open = (runId: string) =>
    fetch(`${fixture.origin}/api/v1/projects/prj_member/eval-runs/${runId}/events`, {
      headers: { authorization: `Bearer ${testKeys.good}` },
    });

  test('begins at once, also without news', async () => {
    const { status, headers, body } = await open('run_slow');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    await waitUntil(() => hanging.has('run_slow'));
    await body!.cancel();
  });

  test('pauses after an RPC that returns nothing too soon', async () => {
    const { body } = await open('run_quiet');
    await waitUntil(() => quiet.length >= 4);
    await body!.cancel();
    expect(quiet.slice(0, 4).map(({ waitMs }) => waitMs)).toEqual([0, 20_000, 20_000, 20_000]);
    // Two pauses of a quarter of a second; a stalled machine may skip one.
    expect(quiet[3]!.at - quiet[1]!.at).toBeGreaterThanOrEqual(200);
  });

  test('ends when the gateway stops, and can be retried when it had not begun', async () => {
    const [begun, early] = [await open('run_quiet'), open('run_hangs')];
    await waitUntil(() => hanging.has('run_hangs'));
    stopping.abort();
    expect(await begun.text()).toMatch(/^(: \n\n)+$/);
    const refused = await early;
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '1',
      expect.objectContaining({ code: 'UNAVAILABLE' }),
    ]);
  });
});
