import { setTimeout as delay } from 'node:timers/promises';
import type { BenchApi } from './api.ts';

const POLL_MS = 10;
/** Names are unique in a project. */
let made = 0;

/** Creates a suite whose cases each call the tool `echo` and check its answer; no model is involved. Returns its id. */
export async function createEchoSuite(
  api: BenchApi,
  serverId: string,
  cases: number,
  sessionIsolation: 'iteration' | 'run',
): Promise<string> {
  const tests = Array.from({ length: cases }, (_, i) => ({
    title: `echo ${i}`,
    steps: [
      {
        id: 'call',
        kind: 'toolCall',
        serverName: 'everything',
        toolName: 'echo',
        arguments: { message: `message ${i}` },
      },
      { id: 'check', kind: 'assert', assertion: { type: 'toolResultContains', needle: `message ${i}` } },
    ],
  }));
  const body = {
    name: `${++made}: ${cases} cases, a session per ${sessionIsolation}`,
    serverIds: [serverId],
    sessionIsolation,
    tests,
  };
  return (await api.json<{ suiteId: string }>('POST', `/projects/${api.projectId}/eval-suites`, body)).suiteId;
}

/**
 * Launches a run and polls it until it is over, but not in its first `quietMs`, because polling is work for the product
 * too. `launch` holds further fields of the launch. Throws unless every case passed; returns the run's id.
 */
export async function runSuite(api: BenchApi, suiteId: string, quietMs = 0, launch: object = {}): Promise<string> {
  const runs = `/projects/${api.projectId}/eval-runs`;
  const { runId } = await api.json<{ runId: string }>('POST', runs, { suiteId, ...launch });
  await delay(quietMs);
  for (;;) {
    const { status, result } = await api.json<{ status: string; result: string | null }>('GET', `${runs}/${runId}`);
    if (status === 'completed' && result === 'passed') return runId;
    if (status !== 'pending' && status !== 'running')
      throw new Error(`The run ended ${status} with the result ${result}.`);
    await delay(POLL_MS);
  }
}
