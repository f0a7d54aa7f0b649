import { waitUntil } from '@assay/testkit/until';
import type { Act } from './act.ts';
import { acknowledged, judgeAct, type ActReport } from './judge-act.ts';
import { hasFailed, startLoad, type RequestLoad } from './load/request-load.ts';
import { TRIALS } from './load/run-load.ts';
import type { Stage } from './stage.ts';

/** The requests of an act at least. */
const REQUESTS = 1_000;
/** The answers in a row without a failure that make an installation healthy. */
const HEALTHY = 100;
/** The longest time after an act until the installation is healthy, in milliseconds. */
const HEALTHY_MS = 180_000;
/** The answers before an act begins. */
const BEFORE = 50;

/** Plays an act under load and judges it by its rule. @throws the act's own error, when its load has ended. */
export async function playAct(act: Act, { cluster, runs: loads, tools, openedSeconds }: Stage): Promise<ActReport> {
  const faults: string[] = [];
  const load = startRequests(cluster, loads.suiteId);
  const runs = loads.start();
  const ended = async <T>(what: string, work: Promise<T>) =>
    work.catch((error: Error) => void faults.push(`${what}: ${error.message}`));
  await waitUntil(() => load.answers.length >= BEFORE, HEALTHY_MS);
  const deed = await act.play({ cluster, load, runs, tools, openedSeconds }).catch(async (error: Error) => {
    // The last run may never end.
    runs.stop().catch(() => undefined);
    await load.stop();
    throw error;
  });
  const playedAt = performance.now();
  await ended(
    'requests go on failing',
    waitUntil(() => isHealthy(load, playedAt), HEALTHY_MS),
  );
  await ended('a run did not end', runs.stop());
  await load.stop();
  faults.push(...(deed.faults ?? []), ...((await deed.inspect?.()) ?? []));

  const lostWrites = await countLost(acknowledged(load.answers, deed), cluster);
  if (runs.vanished.length > 0 && deed.keptUntil === undefined) faults.push(`${runs.vanished.length} runs are gone`);
  if (lostWrites > 0) faults.push(`${lostWrites} acknowledged writes lost`);
  const trialsLost = runs.ended.reduce((sum, { passed }) => sum + TRIALS - passed, 0);
  return judgeAct(act.name, deed, { answers: load.answers, trialsLost, faults });
}

/** A read of each service and a write, in turn. */
function startRequests({ origin, apiKey, api }: Stage['cluster'], suiteId: string): RequestLoad {
  const project = `/projects/${api.projectId}`;
  return startLoad(origin, apiKey, [
    ['GET', '/me'],
    ['GET', `${project}/eval-suites/${suiteId}`],
    ['GET', `${project}/eval-runs`],
    ['GET', `${project}/readiness-runs`],
    ['GET', `${project}/environments`],
    ['GET', `${project}/swarms`],
    ['POST', '/projects', { name: 'under load' }],
  ]);
}

const isHealthy = ({ answers }: RequestLoad, since: number): boolean => {
  const last = answers.slice(-HEALTHY);
  return answers.length >= REQUESTS && last.every((each) => each.sentAt > since && !hasFailed(each));
};

/** How many of these projects are not there. */
async function countLost(made: string[], { pool }: Stage['cluster']): Promise<number> {
  const { rows } = await pool.query<{ kept: number }>(
    'select count(*)::int as kept from catalog.projects where id = any($1)',
    [made],
  );
  return made.length - rows[0]!.kept;
}
