import { serviceNames } from '@assay/contract/services';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import type { TestNameServer } from '@assay/testkit/name-server';
import { swallowPackets } from '@assay/testkit/swallow-packets';
import { waitUntil } from '@assay/testkit/until';
import { setTimeout as delay } from 'node:timers/promises';
import { toolCall } from '../support/api.ts';
import {
  startCluster,
  type Cluster,
  type ClusterAddress,
  type ClusterProcess,
  type Replacement,
} from '../support/cluster.ts';
import { startLoad, type RequestLoad } from '../support/request-load.ts';

const CASES = 4;
const TRIALS = 40;
/** How long the tool of a trial takes, in milliseconds. */
const TRIAL_MS = 1_000;
/** How long the name server goes on to be wrong after the old processes have ended, in milliseconds. */
const WRONG_MS = 2_000;
/** How long answers stay empty after that, in milliseconds: longer than calls wait for a first answer. */
const EMPTY_MS = 6_000;

/** How long an answer of the name server lives in a drain, in milliseconds. */
const ANSWER_MS = 3_000;

const CREATED = 'under load';

/** Ways in which a name server is wrong while processes are replaced. */
const faults = {
  none: () => ({}),
  late: ({ names }) => {
    names.delayMs = 800;
    return { ended: () => void (names.delayMs = 0) };
  },
  silent: ({ names }) => ({
    leaving: () => void (names.silent = true),
    ended: async () => {
      await delay(WRONG_MS);
      names.silent = false;
    },
  }),
  empty: ({ names }) => {
    let known: () => void;
    return {
      leaving: (old) => {
        known = answersWith(names, old, () => []);
      },
      ended: async () => {
        await delay(EMPTY_MS);
        known();
      },
    };
  },
  // A drain does not wait until callers know the new processes: an answer with the old ones alone lives on meanwhile.
  drained: ({ names }) => ({
    leaving: async (old) => {
      const known = answersWith(names, old, ({ host }) => [host]);
      await delay(ANSWER_MS);
      known();
    },
  }),
  stale: ({ names }) => ({
    leaving: (old) => keepListed(names, old),
    ended: async (old) => {
      await delay(WRONG_MS);
      unlist(names, old);
    },
  }),
  // The addresses of the ended processes stay, and swallow packets.
  swallowing: ({ names }) => ({
    leaving: (old) => keepListed(names, old),
    ended: async (old) => {
      const swallowing = await Promise.all(old.filter(isLookedUp).map(({ host, port }) => swallowPackets(host, port)));
      await delay(WRONG_MS);
      unlist(names, old);
      for (const each of swallowing) each.stop();
    },
  }),
} satisfies Record<string, (cluster: Cluster) => Replacement>;

/** Runners have no clients, and callers reach the gateway through the balancer. */
const isLookedUp = ({ part }: ClusterAddress) => part !== 'runner' && part !== 'gateway';

/** Replaces the answers about processes that are looked up; the function that it answers with brings the right ones back. */
function answersWith(
  { addresses }: TestNameServer,
  old: ClusterAddress[],
  hostsOf: (old: ClusterAddress) => string[],
): () => void {
  const wrong = old.filter(isLookedUp).map((each) => ({ ...each, right: addresses[each.part]! }));
  for (const each of wrong) addresses[each.part] = hostsOf(each);
  return () => {
    for (const { part, right } of wrong) addresses[part] = right;
  };
}

const keepListed = ({ addresses }: TestNameServer, old: ClusterAddress[]): void => {
  for (const { part, host } of old.filter(isLookedUp)) addresses[part]!.unshift(host);
};

const unlist = ({ addresses }: TestNameServer, old: ClusterAddress[]): void => {
  for (const { part, host } of old) addresses[part] = addresses[part]!.filter((each) => each !== host);
};

const ALL: ClusterProcess[] = [...serviceNames, 'runner', 'gateway'];
const ROUNDS: [replaced: ClusterProcess[], fault: keyof typeof faults][] = [
  [['catalog'], 'late'],
  [['diagnostics'], 'empty'],
  [['environments'], 'stale'],
  [['swarms'], 'late'],
  [['suites'], 'silent'],
  [['runs'], 'swallowing'],
  [['runner'], 'none'],
  [['gateway'], 'none'],
  [['runs', 'gateway'], 'swallowing'],
  ...serviceNames.map((name): [ClusterProcess[], 'drained'] => [[name], 'drained']),
  [ALL, 'drained'],
  [ALL, 'stale'],
  [ALL, 'swallowing'],
  [ALL, 'empty'],
];
/** Runs before the first replacement, with which the later ones are compared. */
const EARLIER_RUNS = 4;

let cluster: Cluster;
let faulty: FaultyServer;
let load: RequestLoad;

beforeAll(async () => {
  [cluster, faulty] = await Promise.all([startCluster({ LEASE_MS: '15000' }), startFaultyServer()]);
}, 180_000);
afterAll(async () => {
  await load?.stop();
  await cluster.stop();
  await faulty.stop();
});

/** Starts one run after the other until it is stopped; answers how long each one took, in milliseconds. */
function runContinuously(suiteId: string) {
  const { api } = cluster;
  const runs: { id: string; tookMs: number }[] = [];
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      const id = await api.startRun({ suiteId });
      const { status, result, summary } = await api.finishedRun(id, 60_000);
      runs.push({ id, tookMs: performance.now() - startedAt });
      expect({ status, result, summary }).toMatchObject({
        status: 'completed',
        result: 'passed',
        summary: { total: TRIALS, passed: TRIALS, failed: 0 },
      });
    }
  })();
  running.catch(() => undefined);
  return {
    runs,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

test('no request fails and no trial is lost or done twice when services are replaced', async () => {
  const { api, origin, apiKey, pool } = cluster;
  const serverId = await api.saveServer('faulty', faulty.url('/tools'));
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: 'replaced',
      serverIds: [serverId],
      tests: Array.from({ length: CASES }, (_, i) => ({
        title: `slow ${i}`,
        runs: TRIALS / CASES,
        steps: [toolCall('call', 'faulty', 'slow', { milliseconds: TRIAL_MS })],
      })),
    },
  );
  const project = `/projects/${api.projectId}`;
  load = startLoad(origin, apiKey, [
    ['GET', '/me'],
    ['GET', `${project}/eval-suites/${suiteId}`],
    ['GET', `${project}/eval-runs`],
    ['GET', `${project}/readiness-runs`],
    ['GET', `${project}/environments`],
    ['GET', `${project}/swarms`],
    ['POST', '/projects', { name: CREATED }],
  ]);
  const continuous = runContinuously(suiteId);
  await waitUntil(() => continuous.runs.length >= EARLIER_RUNS, 120_000);
  for (const [replaced, fault] of ROUNDS) {
    await cluster.replace(replaced, faults[fault](cluster));
    expect([replaced, fault, load.failures]).toEqual([replaced, fault, []]);
  }
  await continuous.stop();
  await load.stop();
  expect(load.failures).toEqual([]);

  const {
    rows: [counted],
  } = await pool.query(`
    select count(*)::int as trials, count(*) filter (where attempts > 1)::int as lost,
           (select count(*)::int from catalog.projects where name = '${CREATED}') as created from runs.iterations`);
  const trials = continuous.runs.length * TRIALS;
  expect(counted).toEqual({ trials, lost: 0, created: load.answers.filter((status) => status === 201).length });
  expect(faulty.calls.slow).toEqual({ started: trials, cancelled: 0 });
  const took = continuous.runs.map(({ tookMs }) => tookMs);
  const [earlier, later] = [took.slice(0, EARLIER_RUNS), took.slice(EARLIER_RUNS)];
  expect(Math.max(...later)).toBeLessThanOrEqual(2 * Math.max(...earlier));
}, 600_000);
