import { Problem, type EvalRun } from '@assay/sdk';
import { startFaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { waitUntil } from '@assay/testkit/until';
import { OVER, toolCall, type Api } from '../../../local/test/support/api.ts';
import type { Cluster } from '../cluster/cluster.ts';

const CASES = 4;
/** The trials of a run. */
export const TRIALS = 40;
/** How long the tool of a trial takes, in milliseconds. */
const TRIAL_MS = 1_000;
/** The longest outage that a run outlives, in milliseconds. */
const RUN_MS = 240_000;

/** A run that has ended. */
export interface EndedRun {
  id: string;
  tookMs: number;
  /** How many of its trials passed; all of them unless trials were lost. */
  passed: number;
}

/** Runs that are launched one after the other, each when the one before it has ended. */
export interface RunLoad {
  suiteId: string;
  readonly ended: EndedRun[];
  /** Runs that were launched and are not there any more, as after the restoration of a backup. */
  readonly vanished: readonly string[];
  /** How often the tool of the trials was called. */
  readonly calls: number;
  /** Launches no more, and waits for the last run. */
  stop(): Promise<void>;
}

/** A suite whose trials call a tool that takes a second. */
export interface RunLoads {
  suiteId: string;
  start(): RunLoad;
  stop(): Promise<void>;
}

export async function prepareRuns({ api }: Cluster): Promise<RunLoads> {
  const faulty = await startFaultyServer();
  const serverId = await api.saveServer('faulty', faulty.url('/tools'));
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: 'rehearsed',
      serverIds: [serverId],
      tests: Array.from({ length: CASES }, (_, i) => ({
        title: `slow ${i}`,
        runs: TRIALS / CASES,
        steps: [toolCall('call', 'faulty', 'slow', { milliseconds: TRIAL_MS })],
      })),
    },
  );
  let launches = 0;
  return {
    suiteId,
    start: () => {
      const ended: EndedRun[] = [];
      const vanished: string[] = [];
      const callsBefore = faulty.calls.slow.started;
      const stopping = new AbortController();
      const running = (async () => {
        while (!stopping.signal.aborted) {
          const startedAt = performance.now();
          // A launch whose answer was lost is the same launch when it is repeated.
          const idempotencyKey = `launch ${launches++}`;
          const id = await waitUntil(() => api.startRun({ suiteId, idempotencyKey }), RUN_MS);
          const run = await endOf(api, id);
          if (run === 'vanished') vanished.push(id);
          else ended.push({ id, tookMs: performance.now() - startedAt, passed: run.summary?.passed ?? 0 });
        }
      })();
      running.catch(() => undefined);
      return {
        suiteId,
        ended,
        vanished,
        get calls() {
          return faulty.calls.slow.started - callsBefore;
        },
        stop: async () => {
          stopping.abort();
          await running;
        },
      };
    },
    stop: () => faulty.stop(),
  };
}

/** Waits for the end of a run that may be gone. */
const endOf = (api: Api, id: string): Promise<EvalRun | 'vanished'> =>
  waitUntil(async () => {
    try {
      const run = await api.run(id);
      return OVER.has(run.status) && run;
    } catch (error) {
      if (error instanceof Problem && error.code === 'NOT_FOUND') return 'vanished';
      throw error;
    }
  }, RUN_MS);
