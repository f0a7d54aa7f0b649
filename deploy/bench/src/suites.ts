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

/** Launches a run; `launch` holds further fields of the launch. Returns its id. */
export async function launchSuite(api: BenchApi, suiteId: string, launch: object = {}): Promise<string> {
  const body = { suiteId, ...launch };
  return (await api.json<{ runId: string }>('POST', `/projects/${api.projectId}/eval-runs`, body)).runId;
}

/** Polls a run until it is over. Throws unless every case passed. */
export async function awaitRun(api: BenchApi, runId: string): Promise<void> {
  const path = `/projects/${api.projectId}/eval-runs/${runId}`;
  for (;;) {
    const { status, result } = await api.json<{ status: string; result: string | null }>('GET', path);
    if (status === 'completed' && result === 'passed') return;
    if (status !== 'pending' && status !== 'running')
      throw new Error(`The run ended ${status} with the result ${result}.`);
    await delay(POLL_MS);
  }
}

/**
 * Launches a run and polls it until it is over, but not in its first `quietMs`, because polling is work for the product
 * too. `launch` holds further fields of the launch. Throws unless every case passed; returns the run's id.
 */
export async function runSuite(api: BenchApi, suiteId: string, quietMs = 0, launch: object = {}): Promise<string> {
  const runId = await launchSuite(api, suiteId, launch);
  await delay(quietMs);
  await awaitRun(api, runId);
  return runId;
}
