import { Problem } from '@assay/contract/problem';
import { Raw } from '@assay/kit/handle';
import { keys, startTestGateway, type TestGateway } from './start.ts';

const RUN = '/projects/prj_member/eval-runs/run_1';
const news = [
  { events: [{ id: '0.running', type: 'run', data: { status: 'running' } }, { id: '1.running', type: 'iteration', data: { title: 'two\nlines' } }], done: false },
  { events: [], done: false },
  { events: [{ id: '1.completed', type: 'end', data: { status: 'completed' } }], done: true },
];
const asked: string[] = [];
const stopping = new AbortController();

let house: TestGateway;
beforeAll(async () => {
  house = await startTestGateway({
    stopping: stopping.signal,
    answers: {
      exportEvalRunMarkdown: async () => new Raw('# A run', 'text/markdown; charset=utf-8', { 'x-complete': 'true' }),
      exportEvalRunJunit: async () => new Raw('<testsuites/>', 'application/junit+xml'),
      streamEvalRunEvents: async (_caller, target) => {
        const { runId, lastEventId } = target as { runId: string; lastEventId: string };
        if (runId === 'run_gone') throw new Problem('NOT_FOUND', 'No such run.');
        if (runId === 'run_breaks' && lastEventId !== '') throw new Problem('NOT_FOUND', 'No such run.');
        if (runId === 'run_quiet') return { events: [], done: false };
        asked.push(lastEventId);
        return news[runId === 'run_breaks' ? 0 : asked.length - 1]!;
      },
    },
  });
});
afterAll(() => house.stop());

test('an answer that is no JSON has its own media type and headers', async () => {
  const { status, text, headers } = await house.send('GET', `${RUN}/summary.md`);
  expect([status, text, headers.get('content-type'), headers.get('x-complete')]).toEqual([200, '# A run', 'text/markdown; charset=utf-8', 'true']);
});

test.each([
  ['application/json', 'application/json'], ['*/*', 'application/json'], ['text/html,*/*;q=0.8', 'application/json'], ['image/png', 'application/json'],
  ['text/markdown', 'text/markdown; charset=utf-8'], ['application/junit+xml, application/json;q=0.5', 'application/junit+xml'],
])('a run that is read with Accept: %s comes as %s', async (accept, type) => {
  const { status, headers } = await house.send('GET', RUN, { headers: { accept } });
  expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([200, type, 'Accept']);
});

test('what starts a run is told which program and which CI job asks, unless that is overlong', async () => {
  const start = async (headers: Record<string, string>) =>
    (await house.send('POST', '/projects/prj_member/eval-runs', { headers, body: { suiteId: 'suite_1' } })).json().target;
  expect(await start({ 'x-assay-launcher': '{"kind":"cli"}', 'x-assay-ci': '{"branch":"main"}' })).toMatchObject({ launcher: '{"kind":"cli"}', ci: '{"branch":"main"}' });
  expect(await start({ 'x-assay-launcher': 'x'.repeat(513), 'x-assay-ci': 'x'.repeat(2_049) })).toMatchObject({ launcher: '', ci: '' });
  expect(await start({})).toMatchObject({ launcher: '', ci: '' });
});

test('`default` is a project where runs are ingested, and nowhere else', async () => {
  const report = { suiteName: 's', results: [{ caseTitle: 'c', passed: true }] };
  expect((await house.send('POST', '/projects/default/eval-ingest/report', { body: report })).json()).toMatchObject({ target: { projectId: 'prj_member' }, caller: { projectId: 'prj_member' } });
  expect((await house.send('GET', '/projects/default/eval-suites')).status).toBe(404);
});

describe('a stream of events', () => {
  test('goes on after the last event until the RPC says that there will be no more', async () => {
    const { status, text, headers } = await house.send('GET', `${RUN}/events`, { headers: { 'last-event-id': 'before' } });
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'text/event-stream', 'no-store']);
    expect(text).toBe([
      'id: 0.running\nevent: run\ndata: {"status":"running"}\n\n', 'id: 1.running\nevent: iteration\ndata: {"title":"two\\nlines"}\n\n',
      ': \n\n', 'id: 1.completed\nevent: end\ndata: {"status":"completed"}\n\n',
    ].join(''));
    expect(asked).toEqual(['before', '1.running', '1.running']);
  });

  test('that is refused before it began is an ordinary error', async () => {
    const { status, json } = await house.send('GET', '/projects/prj_member/eval-runs/run_gone/events');
    expect([status, json()]).toEqual([404, { code: 'NOT_FOUND', message: 'No such run.' }]);
  });

  test('that breaks off says why', async () => {
    const { text } = await house.send('GET', '/projects/prj_member/eval-runs/run_breaks/events');
    expect(text).toMatch(/event: error\ndata: \{"code":"NOT_FOUND","message":"No such run\."\}\n\n$/);
  });

  test('ends when the gateway stops', async () => {
    const quiet = await fetch(`${house.origin}/api/v1/projects/prj_member/eval-runs/run_quiet/events`, { headers: { authorization: `Bearer ${keys.good}` } });
    stopping.abort();
    expect(await quiet.text()).toMatch(/^(: \n\n)+$/);
  });
});
