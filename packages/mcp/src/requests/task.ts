import { setTimeout as delay } from 'node:timers/promises';
import { given } from '@assay/contract/given';
import { SdkError, SdkErrorCode, type StandardSchemaV1 } from '@modelcontextprotocol/client';
import { Problem } from '@assay/contract/problem';
import { WireExchange } from '../transport/exchange.ts';
import type { SessionConnection } from '../session-connection.ts';
import { explainedFailure, sendRequest, type CallOptions } from './request.ts';
import { anyResultSchema, requestVerbatim, type AskOptions, type VerbatimResult } from './result.ts';

/** A task as a server of revision 2025-11-25 describes it. */
export interface McpTask {
  taskId: string;
  status: string;
  statusMessage?: string;
  ttl?: number | null;
  pollInterval?: number;
  [key: string]: unknown;
}

/** The outcome of a task, and its last known state. */
export interface TaskOutcome extends VerbatimResult {
  task: McpTask;
}

const [FASTEST_POLL_MS, SLOWEST_POLL_MS, USUAL_POLL_MS] = [50, 10_000, 1_000];
const CANCEL_MS = 1_000;
const METHOD = 'tools/call';

/** Calls a tool as a task and follows it to its end. Cancels the task when the caller gives up. */
export async function callAsTask(
  link: SessionConnection,
  params: Record<string, unknown>,
  ttl: number | undefined,
  options: AskOptions,
): Promise<TaskOutcome> {
  if (!link.client.getServerCapabilities()?.tasks?.requests?.tools?.call) {
    const { serverId, serverName } = link.target;
    throw new Problem('FEATURE_NOT_SUPPORTED', `Server "${serverName}" does not run tools as tasks.`, {
      serverId,
      capability: 'tasks',
    });
  }
  const { signal } = options;
  const totalMs = options.timeouts?.totalMs ?? link.timeouts.totalMs;
  const startedAt = performance.now();
  const left = () => totalMs - (performance.now() - startedAt);
  const within = (): CallOptions => ({
    ...options,
    timeouts: { idleMs: Math.max(1, left()), totalMs: Math.max(1, left()) },
  });

  link.wire.listen();
  const augmented = { ...params, task: { ...given({ ttl }) } };
  let { value: task } = await sendRequest(link, METHOD, options, (limits) =>
    link.client.request({ method: METHOD, params: augmented }, startedTask, limits),
  );
  const about = { taskId: task.taskId };
  const look = async () =>
    (
      await sendRequest(link, 'tasks/get', within(), (limits) =>
        link.client.request({ method: 'tasks/get', params: about }, knownTask, limits),
      )
    ).value;
  try {
    while (task.status === 'working') {
      await paused(Math.min(pollMs(task), left()), signal);
      if (left() <= 0) throw await timedOut(link, startedAt);
      task = await look();
    }
    // When the task waits for input, this request also gives the server the occasion to ask for it.
    const result = await requestVerbatim(link, 'tasks/result', within(), (limits) =>
      link.client.request({ method: 'tasks/result', params: about }, anyResultSchema, limits),
    );
    if (task.status === 'input_required') task = await look().catch(() => task);
    return {
      task,
      json: result.json,
      get value() {
        return result.value;
      },
    };
  } catch (error) {
    if (task.status === 'working' || task.status === 'input_required') await cancel(link, about);
    throw error;
  }
}

const pollMs = ({ pollInterval }: McpTask): number =>
  typeof pollInterval === 'number' ? Math.min(SLOWEST_POLL_MS, Math.max(FASTEST_POLL_MS, pollInterval)) : USUAL_POLL_MS;

async function paused(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await delay(Math.max(0, ms), undefined, signal && { signal });
  } catch {
    signal!.throwIfAborted();
  }
}

const timedOut = (link: SessionConnection, startedAt: number) =>
  explainedFailure(new SdkError(SdkErrorCode.RequestTimeout, 'The task reached its cap.'), new WireExchange(() => {}), {
    target: link.target,
    phase: 'request',
    method: METHOD,
    elapsedMs: performance.now() - startedAt,
  });

/** Sends a cancellation, waiting at most a second. Never throws. */
async function cancel(link: SessionConnection, about: { taskId: string }): Promise<void> {
  const timeouts = { idleMs: CANCEL_MS, totalMs: CANCEL_MS };
  await sendRequest(link, 'tasks/cancel', { timeouts }, (limits) =>
    link.client.request({ method: 'tasks/cancel', params: about }, anyResultSchema, limits),
  ).catch(() => {});
}

const taskSchema = (find: (value: unknown) => unknown): StandardSchemaV1<unknown, McpTask> => ({
  '~standard': {
    version: 1,
    vendor: 'assay',
    validate(value) {
      const task = find(value) as Partial<McpTask> | undefined;
      return typeof task?.taskId === 'string' && typeof task.status === 'string'
        ? { value: task as McpTask }
        : { issues: [{ message: 'not a task' }] };
    },
  },
});
const startedTask = taskSchema((value) => (value as { task?: unknown }).task);
const knownTask = taskSchema((value) => value);
