import { setTimeout as delay } from 'node:timers/promises';
import type { BenchApi } from './api.ts';

/** Cases in one request. */
const BATCH = 100;
/** Names are unique in a project. */
let made = 0;

/**
 * Creates a suite whose cases each call the tool `echo` and check its answer; no model is involved. `padding` makes the
 * messages longer, `iterations` are the trials of each case. Returns its id.
 */
export async function createEchoSuite(
  api: BenchApi,
  serverId: string,
  cases: number,
  sessionIsolation: 'iteration' | 'run',
  { padding = '', iterations = 1 } = {},
): Promise<string> {
  const tests = Array.from({ length: cases }, (_, i) => ({
    title: `echo ${i}`,
    iterations,
    steps: [
      {
        id: 'call',
        kind: 'toolCall',
        serverName: 'everything',
        toolName: 'echo',
        arguments: { message: `message ${i}${padding}` },
      },
      { id: 'check', kind: 'assert', assertion: { type: 'toolResultContains', needle: `message ${i}` } },
    ],
  }));
  const body = {
    tests: tests.slice(0, BATCH),
    name: `${++made}: ${cases} cases, a session per ${sessionIsolation}`,
    serverIds: [serverId],
    sessionIsolation,
  };
  const suites = `/projects/${api.projectId}/eval-suites`;
  const { suiteId } = await api.json<{ suiteId: string }>('POST', suites, body);
  for (let next = BATCH; next < cases; next += BATCH)
    await api.bytes('POST', `${suites}/${suiteId}/cases/batch`, { cases: tests.slice(next, next + BATCH) });
  return suiteId;
}

/**
 * Creates a suite of which every fifth case asks a scripted model and the others call the tool `echo`, some of them with an
 * assertion that fails: its runs have everything that reports read. Returns its id.
 */
export async function createMixedSuite(api: BenchApi, serverId: string, cases: number): Promise<string> {
  const asked = (i: number) => ({
    title: `What is the sum of ${i} and ${i + 1}`,
    models: [{ model: 'scripted/rules' }],
    steps: [
      { id: 'ask', kind: 'prompt', prompt: `What is the sum of ${i} and ${i + 1}? Use the calculator.` },
      {
        id: 'called',
        kind: 'assert',
        assertion: { type: 'toolCalledWith', toolName: 'get-sum', args: { args: { a: i, b: i + 1 } } },
      },
    ],
  });
  const called = (i: number) => ({
    title: `echo ${i}`,
    steps: [
      {
        id: 'call',
        kind: 'toolCall',
        serverName: 'everything',
        toolName: 'echo',
        arguments: { message: `message ${i}` },
      },
      {
        id: 'check',
        kind: 'assert',
        assertion: { type: 'toolResultContains', needle: i % 10 === 1 ? 'absent' : `message ${i}` },
      },
    ],
  });
  const tests = Array.from({ length: cases }, (_, i) => (i % 5 === 0 ? asked(i) : called(i)));
  const body = { tests, name: `${++made}: ${cases} mixed cases`, serverIds: [serverId], sessionIsolation: 'run' };
  return (await api.json<{ suiteId: string }>('POST', `/projects/${api.projectId}/eval-suites`, body)).suiteId;
}

/** Launches a run; `launch` holds further fields of the launch. Returns its id. */
export async function launchSuite(api: BenchApi, suiteId: string, launch: object = {}): Promise<string> {
  return (await api.json<{ runId: string }>('POST', runsOf(api), { suiteId, ...launch })).runId;
}

/** Follows a run until it is over, as clients do: each read waits for a change. Throws unless every case passed. */
export async function awaitRun(api: BenchApi, runId: string): Promise<void> {
  const waiting = { prefer: 'wait=20' };
  while (!(await hasPassed(() => api.json('GET', `${runsOf(api)}/${runId}`, undefined, waiting))));
}

/** The same for a run whose cases may fail. */
export async function awaitEnd(api: BenchApi, runId: string): Promise<void> {
  for (;;) {
    const path = `${runsOf(api)}/${runId}`;
    const { status } = await api.json<{ status: string }>('GET', path, undefined, { prefer: 'wait=20' });
    if (status !== 'pending' && status !== 'running') return;
  }
}

/** Launches a run and follows it until it is over. Throws unless every case passed; returns the run's id. */
export async function runSuite(api: BenchApi, suiteId: string, launch: object = {}): Promise<string> {
  const runId = await launchSuite(api, suiteId, launch);
  await awaitRun(api, runId);
  return runId;
}

/** The same, with a client that reads the run every `pollMs`; `told` gets the milliseconds of each read. */
export async function pollSuite(
  api: BenchApi,
  suiteId: string,
  pollMs: number,
  told: (tookMs: number) => void,
): Promise<string> {
  const runId = await launchSuite(api, suiteId);
  for (;;) {
    const begun = performance.now();
    const isOver = await hasPassed(() => api.json('GET', `${runsOf(api)}/${runId}`));
    told(performance.now() - begun);
    if (isOver) return runId;
    await delay(pollMs);
  }
}

const runsOf = ({ projectId }: BenchApi): string => `/projects/${projectId}/eval-runs`;

/** Whether a run has passed; throws when it ended otherwise. */
async function hasPassed(read: () => Promise<{ status: string; result: string | null }>): Promise<boolean> {
  const { status, result } = await read();
  if (status === 'completed' && result === 'passed') return true;
  if (status === 'pending' || status === 'running') return false;
  throw new Error(`The run ended ${status} with the result ${result}.`);
}
