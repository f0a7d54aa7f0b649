import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { json } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenLocally } from '@assay/testkit/listen';
import type { CommandEnv } from '../src/command-host.ts';
import { exitCodes } from '../src/exit-codes.ts';
import { runInProcess } from './support/command.ts';

const PROJECT = 'prj_01hzy3v7k9q2n5w8x4m6t0r1ab';

interface Answer {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

let platform: Awaited<ReturnType<typeof listenLocally>>;
let received: { path: string; body: unknown }[];
/** The answers about the wave, in their order; the last one stays. */
let answers: Answer[];
beforeAll(async () => {
  platform = await listenLocally((req, res) => {
    void json(req).then((body) => {
      received.push({ path: req.url!.replace(`/api/v1/projects/${PROJECT}`, ''), body });
      const gate = () => (answers.length > 1 ? answers.shift()! : answers[0]!);
      const {
        status,
        body: told,
        headers,
      } = req.url!.endsWith('/runs') ? { status: 202, body: {}, headers: {} } : gate();
      res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(told));
    });
  });
});
afterAll(() => platform.stop());
beforeEach(() => {
  received = [];
  answers = [over('passed')];
});

const sessions = { total: 20, underWay: 0, graded: 19, passed: 18, brokenOff: 1 };
const message = '18 of 19 graded sessions passed';
const over = (outcome: string, status = outcome): Answer => ({
  status: 200,
  body: {
    outcome,
    isOver: true,
    sentence: `The gate of the wave: ${outcome}.`,
    because: '',
    verdicts: [{ gate: 'minimumPassRate', label: 'pass rate', status, message, observedText: '95 %' }],
    sessions,
  },
});
const underWay = (count: number): Answer => ({
  status: 200,
  body: {
    outcome: 'undecided',
    isOver: false,
    sentence: 'The wave is under way.',
    because: '',
    verdicts: [],
    sessions: { ...sessions, underWay: count },
  },
});

const assay = (...args: string[]) => assayWith({}, ...args);
const assayWith = (more: CommandEnv, ...args: string[]) =>
  runInProcess(['wave', 'gate', ...args], {
    env: { ASSAY_API_KEY: 'sk_test', ASSAY_URL: platform.origin, ASSAY_PROJECT: PROJECT, ...more },
  });
const POLICY = '{"minimumPassRate":0.8}';
const QUICKLY = ['--interval', '0.001'];

test.each([
  ['passed', 'passed', 0, '●'],
  ['failed', 'failed', 1, '■'],
  ['undecided', 'non_gateable', 3, '◇'],
])('a wave that is %s ends the command with its code', async (outcome, status, code, mark) => {
  answers = [over(outcome, status)];
  expect(await assay('w1', '--policy', POLICY)).toEqual({
    code,
    stdout: `  gate             ${mark} pass rate  95 %\n  20 sessions: 19 graded, 18 passed, 1 broke off\n\n${mark} The gate of the wave: ${outcome}.\n`,
    stderr: '',
  });
});

test('journeys are launched in the wave, and its end is waited for', async () => {
  answers = [underWay(20), underWay(20), { status: 503, body: {} }, underWay(0), over('passed')];
  const folder = await mkdtemp(join(tmpdir(), 'assay-gate-'));
  await writeFile(join(folder, 'policy.json'), POLICY);
  const launched = ['--launch', 'j1', '--launch', 'j2', '--baseline', 'w0'];
  const { code, stderr } = await assay('w 1', ...launched, ...QUICKLY, '--policy', join(folder, 'policy.json'));
  await rm(folder, { recursive: true });
  expect([code, stderr]).toEqual([0, '20 of 20 sessions are under way or not graded yet\nthe findings are mined\n']);
  const launch = { waveId: 'w 1', idempotencyKey: 'wave w 1' };
  expect(received.slice(0, 3)).toEqual([
    { path: '/journeys/j1/runs', body: launch },
    { path: '/journeys/j2/runs', body: launch },
    { path: '/waves/w%201/gate', body: { policy: { minimumPassRate: 0.8 }, baselineWaveId: 'w0' } },
  ]);
  expect(received).toHaveLength(7);
});

test('a wave that is not over in time is undecided', async () => {
  answers = [underWay(3)];
  const { code, stderr } = await assay('w1', '--policy', POLICY, '--timeout', '0.001', '--interval', '1');
  expect([code, stderr]).toEqual([3, 'The wave was not over after 0.001 minutes.\n']);
});

test('a refusal of the platform is no failed gate', async () => {
  answers = [{ status: 404, body: { code: 'NOT_FOUND', message: 'There is no such wave.' } }];
  expect(await assay('w1', '--policy', POLICY)).toEqual({
    code: 2,
    stdout: '',
    stderr: 'assay: There is no such wave.\n',
  });
});

test('the decision is printed as JSON when that is asked for', async () => {
  const { stdout } = await assay('w1', '--policy', POLICY, '--json');
  expect(JSON.parse(stdout)).toEqual({
    verdict: 'passed',
    sentence: 'The gate of the wave: passed.',
    because: '',
    gate: answers[0]!.body,
    exitCode: 0,
  });
});

test.each([
  [['w1'], 'needs a --policy'],
  [['--policy', POLICY], "missing required argument 'wave'"],
  [['w1', '--policy', '{'], '--policy is a JSON object'],
  [['w1', '--policy', '/none.json'], 'cannot be read'],
  [['w1', '--policy', POLICY, '--timeout', 'soon'], 'It is a number from'],
])('the command line %j is refused', async (args, told) => {
  expect(await assay(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(told) });
  expect(received).toEqual([]);
});

test('a key with a line break behind it is the key', async () => {
  expect(await assayWith({ ASSAY_API_KEY: 'sk_test\n' }, 'w1', '--policy', POLICY)).toMatchObject({ code: 0 });
});

test.each([
  ['key', { ASSAY_API_KEY: 'sk test' }, 'w1', 'ASCII'],
  ['address', { ASSAY_URL: 'http://ann:secret@127.0.0.1' }, 'w1', 'password'],
  ['wave', {}, '..', '".." cannot be the waveId'],
])('a %s that cannot be sent is a misuse of the command', async (_, env, wave, fault) => {
  const { code, stderr } = await assayWith(env, wave, '--policy', POLICY);
  expect([code, stderr]).toEqual([exitCodes.misused, expect.stringContaining(fault)]);
  expect(stderr).not.toContain('secret');
  expect(received).toEqual([]);
});

test('an address that redirects is told, and not asked again', async () => {
  answers = [{ status: 308, body: {}, headers: { location: 'https://assay.example/api' } }];
  const { code, stderr } = await assay('w1', '--policy', POLICY, ...QUICKLY);
  expect([code, stderr]).toEqual([
    exitCodes.unreachable,
    expect.stringContaining('redirects to https://assay.example'),
  ]);
  expect(received).toHaveLength(1);
});
