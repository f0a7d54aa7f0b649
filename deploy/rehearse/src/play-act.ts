import { waitUntil } from '@assay/testkit/until';
import type { Act } from './act.ts';
import { describeAnswer, hasFailed, startLoad, type LoadAnswer, type RequestLoad } from './load/request-load.ts';
import { TRIALS } from './load/run-load.ts';
import type { Stage } from './stage.ts';

/** The requests of an act at least. */
const REQUESTS = 1_000;
/** So many answers in a row without a failure make an installation healthy. */
const HEALTHY = 100;
/** The longest time after an act until the installation is healthy, in milliseconds. */
const HEALTHY_MS = 120_000;
/** The answers before an act begins. */
const BEFORE = 50;
/** At most so many failures are named. */
const NAMED = 10;

/** The measured result of an act. */
export interface ActReport {
  act: string;
  done: string;
  requests: number;
  failed: number;
  /** Failed requests that the act's rule does not allow. */
  lost: number;
  trialsLost: number;
  slowestSeconds: number;
  /** From the first trouble to the last failed request; 0 when none failed. */
  healthySeconds: number;
  /** Broken promises; empty when the act passed. */
  faults: string[];
}

/** Plays an act under load and judges it by its rule. */
export async function playAct(act: Act, { cluster, runs: loads, tools, openedSeconds }: Stage): Promise<ActReport> {
  const startedAt = performance.now();
  const load = startReads(cluster, loads.suiteId);
  const runs = loads.start();
  await waitUntil(() => load.answers.length >= BEFORE, HEALTHY_MS);
  const deed = await act.play({ cluster, load, runs, tools, openedSeconds });
  const faults = deed.faults ?? [];
  const playedAt = performance.now();
  await waitUntil(() => isHealthy(load, playedAt), HEALTHY_MS).catch(() => faults.push('requests go on failing'));
  await runs.stop().catch((error: Error) => faults.push(`a run did not end: ${error.message}`));
  await load.stop();

  const failures = load.answers.filter(hasFailed);
  const lost = failures.filter((answer) => !deed.mayFail?.(answer));
  for (const each of lost.slice(0, NAMED)) faults.push(`lost: ${describeAnswer(each, deed.beganAt)}`);
  const trialsLost = runs.ended.reduce((sum, { passed }) => sum + TRIALS - passed, 0);
  if (trialsLost > 0) faults.push(`${trialsLost} trials lost`);
  faults.push(
    ...(await lostWrites(
      load.answers.filter(({ sentAt, tookMs }) => sentAt + tookMs < (deed.keptUntil ?? Infinity)),
      cluster,
    )),
  );
  faults.push(...((await deed.inspect?.()) ?? []));
  return {
    act: act.name,
    done: deed.done,
    requests: load.answers.length,
    failed: failures.length,
    lost: lost.length,
    trialsLost,
    slowestSeconds: seconds(Math.max(...load.answers.map(({ tookMs }) => tookMs))),
    healthySeconds: seconds(
      Math.max(0, ...failures.map(({ sentAt, tookMs }) => sentAt + tookMs - Math.max(deed.beganAt, startedAt))),
    ),
    faults,
  };
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

const CREATED = 'under load';

/** A read of each service and one write, 25 requests a second. */
function startReads({ origin, apiKey, api }: Stage['cluster'], suiteId: string): RequestLoad {
  const project = `/projects/${api.projectId}`;
  return startLoad(
    origin,
    apiKey,
    [
      ['GET', '/me'],
      ['GET', `${project}/eval-suites/${suiteId}`],
      ['GET', `${project}/eval-runs`],
      ['GET', `${project}/readiness-runs`],
      ['GET', `${project}/environments`],
      ['GET', `${project}/swarms`],
      ['POST', '/projects', { name: CREATED }],
    ],
    { maxSockets: 100 },
  );
}

const isHealthy = ({ answers }: RequestLoad, since: number): boolean => {
  const last = answers.slice(-HEALTHY);
  return (
    answers.length >= REQUESTS &&
    last.length === HEALTHY &&
    last.every((each) => each.sentAt > since && !hasFailed(each))
  );
};

/** An acknowledged write is there afterwards. */
async function lostWrites(answers: LoadAnswer[], { pool }: Stage['cluster']): Promise<string[]> {
  const made = answers
    .filter(({ status }) => status === 201)
    .map(({ text }) => (JSON.parse(text) as { id: string }).id);
  const { rows } = await pool.query<{ id: string }>('select id from catalog.projects where name = $1', [CREATED]);
  const kept = new Set(rows.map(({ id }) => id));
  const gone = made.filter((id) => !kept.has(id));
  return gone.length > 0 ? [`${gone.length} acknowledged writes lost`] : [];
}
