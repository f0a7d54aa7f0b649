import type { ServerResponse } from 'node:http';
import { listenLocally } from '@assay/testkit/listen';
import { exitCodes } from '../src/exit-codes.ts';
import { runInProcess, type Ended } from './support/command.ts';

const PROJECT = `prj_${'0'.repeat(26)}`;

/** One answer to a question about the run or its events. */
type Answer = (response: ServerResponse) => void;

const trials = (passed: number) => ({ total: 4, passed, failed: 0, excluded: 0, skipped: 0 });
const run = (status: string, passed: number) => ({
  id: 'run_1',
  runNumber: 7,
  suiteName: 'Helpdesk',
  servers: [{ name: 'helpdesk' }],
  status,
  verdict: status === 'completed' ? 'passed' : 'notEstablished',
  sentence: status === 'completed' ? 'Passed. 4 of 4 trials passed.' : 'Running.',
  because: '',
  trials: trials(passed),
  durationMs: 10,
});

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
const refusal = (status: number, code: string, headers?: Record<string, string>): Answer =>
  json({ code, message: `${code}.` }, status, headers);
/** Events, then the end of the connection, or nothing more. */
const events =
  (...said: [type: string, data: unknown][]): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    said.forEach(([type, data], i) =>
      response.write(`id: ${i + 1}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`),
    );
    response.end();
  };
const text =
  (body: string): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(body);
  };
const ended = events(['run', run('running', 1)], ['end', { status: 'completed', verdict: 'passed' }]);
const page: Answer = (response) => {
  response.writeHead(502, { 'content-type': 'text/html' });
  response.end('<html>Bad gateway</html>');
};

let platform: Awaited<ReturnType<typeof listenLocally>>;
/** The answers about the events and about the run, in their order; the last one stays. */
let [streams, reads]: [Answer[], Answer[]] = [[], []];
let asked: string[] = [];
beforeAll(async () => {
  platform = await listenLocally((req, res) => {
    const path = req.url!.replace(`/api/v1/projects/${PROJECT}/eval-runs`, '').replace(/\?.*/, '');
    const next = (answers: Answer[]) => (answers.length > 1 ? answers.shift()! : answers[0]!)(res);
    if (path === '/run_1') {
      asked.push(req.headers.prefer === undefined ? 'run' : `run ${String(req.headers.prefer)}`);
      next(reads);
    } else if (path === '/run_1/events') {
      asked.push(`events ${String(req.headers['last-event-id'] ?? '')}`.trim());
      next(streams);
    } else if (path === '/run_1/cases') json({ items: [], counts: { outcome: { passed: 2 } } })(res);
    else if (path === '/run_1/gate') refusal(404, 'NOT_FOUND')(res);
    else json({ items: [run('running', 1)] })(res);
  });
});
afterAll(() => platform.stop());
beforeEach(() => {
  asked = [];
  [streams, reads] = [[ended], [json(run('running', 0)), json(run('completed', 4))]];
});

const watch = (...args: string[]): Promise<Ended> =>
  runInProcess(['run', 'watch', 'last', ...args], {
    env: { ASSAY_API_KEY: 'sk_test', ASSAY_URL: platform.origin, ASSAY_PROJECT: PROJECT },
  });

test('a run is followed by its events to its end', async () => {
  const { code, stdout, stderr } = await watch();
  expect([code, stdout]).toEqual([0, '● Passed. 4 of 4 trials passed.\n']);
  expect(stderr).toContain('Run 7 of Helpdesk, 4 trials on helpdesk · ');
  expect(asked).toEqual(['run', 'events', 'run']);
});

test.each([
  ['an older platform without events', refusal(404, 'NOT_FOUND')],
  ['a proxy that answers with a page', text('event: run\ndata: <html>\n\n')],
])('a run is asked about again and again behind %s', async (_, answer) => {
  streams = [answer];
  reads.splice(1, 0, json(run('running', 2)));
  expect(await watch()).toMatchObject({ code: 0 });
  expect(asked.filter((each) => each === 'run wait=20').length).toBeGreaterThanOrEqual(1);
});

test.each([
  ['is away', page, 'does not answer; still waiting.'],
  ['restarts', refusal(503, 'UNAVAILABLE'), 'does not answer; still waiting.'],
  ['asks for fewer requests without Retry-After', refusal(429, 'RATE_LIMITED'), 'asks for fewer requests; waiting.'],
])('the wait goes on when the platform %s', async (_, answer, told) => {
  streams = [answer, answer, answer, ended];
  const { code, stderr } = await watch();
  expect([code, stderr]).toEqual([0, expect.stringContaining(told)]);
  expect(stderr).toContain('The wait goes on.');
});

test('the wait goes on after the pause that the platform asks for with Retry-After', async () => {
  const pause = refusal(429, 'RATE_LIMITED', { 'retry-after': '0' });
  streams = [pause, pause, pause, ended];
  expect(await watch()).toMatchObject({ code: 0 });
});

test('a Retry-After beyond the longest outage ends the wait with the command that waits again', async () => {
  const refused = refusal(429, 'RATE_LIMITED', { 'retry-after': '3600' });
  streams = [refused];
  reads = [json(run('running', 0)), refused];
  const { code, stderr } = await watch();
  expect([code, stderr]).toEqual([exitCodes.unreachable, expect.stringContaining('assay run watch run_1')]);
});

test('a stream that a proxy always refuses is given up after three failures', async () => {
  streams = [page];
  reads = [...Array.from({ length: 5 }, () => json(run('running', 0))), json(run('completed', 4))];
  expect(await watch()).toMatchObject({ code: 0 });
  expect(asked.filter((each) => each === 'events')).toHaveLength(6);
});

test('a cut stream goes on after its last event', async () => {
  streams = [events(['run', run('running', 1)], ['run', run('running', 2)]), ended];
  expect(await watch()).toMatchObject({ code: 0 });
  expect(asked).toContain('events 2');
});

test('a refused key ends the wait with the command that waits again', async () => {
  streams = [refusal(401, 'UNAUTHORIZED')];
  reads = [json(run('running', 0)), refusal(401, 'UNAUTHORIZED')];
  const { code, stderr } = await watch();
  expect([code, stderr]).toEqual([
    exitCodes.refused,
    expect.stringContaining('Wait again:  assay run watch run_1     End it:  assay run cancel run_1'),
  ]);
});

test('events are printed as they come, and the decision at the end', async () => {
  const { code, stdout } = await watch('--jsonl');
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([code, lines.map(({ type }) => type)]).toEqual([0, ['run', 'end']]);
  expect(lines[1].data).toMatchObject({ verdict: 'passed', exitCode: 0 });
  expect(await watch('--jsonl', '--json')).toMatchObject({ code: 2 });
});

test('a quiet wait says nothing but the verdict', async () => {
  expect(await watch('--quiet')).toEqual({ code: 0, stdout: '● Passed. 4 of 4 trials passed.\n', stderr: '' });
});

test.each([
  ['without a verdict', 'cancelled', 3],
  ['that timed out', 'timed_out', 3],
])('a run %s ends the command with 3, and with 0 for a dashboard', async (_, status, code) => {
  reads = [json(run(status, 0))];
  expect(await watch()).toMatchObject({ code, stdout: expect.stringMatching(/^◇ Running\.\n/) });
  expect(await watch('--exit-zero')).toMatchObject({ code: 0 });
});

test('a listing asks only for the pages that it prints', async () => {
  const { code, stdout } = await runInProcess(['run', 'list', '--json', 'id', '--limit', '1'], {
    env: { ASSAY_API_KEY: 'sk_test', ASSAY_URL: platform.origin, ASSAY_PROJECT: PROJECT },
  });
  expect([code, JSON.parse(stdout)]).toEqual([0, [{ id: 'run_1' }]]);
});
