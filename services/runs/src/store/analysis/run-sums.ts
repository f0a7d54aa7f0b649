import type { RunRouteFacts, RunServerFacts } from '@assay/contract/areas/analysis/run-facts';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { StageFacts } from '../../domain/analysis/stage-analytics.ts';
import { routeFacts, serverFacts } from './run-facts.ts';
import { stageFacts } from './stage-facts.ts';

/** Sums over the grades of a run's iterations. */
export interface RunSums {
  stages: StageFacts;
  servers: RunServerFacts['servers'];
  routes: Pick<RunRouteFacts, 'iterations' | 'routes' | 'truncated'>;
}

/** Each computes one JSON value from `trials`, the iterations of a run. */
const computed = { stages: stageFacts, servers: serverFacts, routes: routeFacts };

/** The stored sums of these runs, by run; a run has none before its first report and after a regrade. */
export async function listRunSums<K extends keyof RunSums>(
  db: Db,
  runIds: string[],
  kind: K,
): Promise<Map<string, RunSums[K]>> {
  const stored = await rows<{ runId: string; body: RunSums[K] }>(
    db,
    sql`
    select s.run_id, s.body from run_sums s
    where s.run_id = any(${runIds}) and s.kind = ${kind}
      and s.regrades = (select count(*) from run_regrades g where g.run_id = s.run_id)`,
  );
  return new Map(stored.map(({ runId, body }) => [runId, body]));
}

/**
 * Computes the sums of a run that is over, and stores them. One statement sees the grades and the number of regrades
 * that they rest on. Undefined when the run is gone.
 */
export async function storeRunSums<K extends keyof RunSums>(
  db: Db,
  runId: string,
  kind: K,
): Promise<RunSums[K] | undefined> {
  const [stored] = await rows<{ body: RunSums[K] }>(
    db,
    sql`
    with trials as (select * from iterations where run_id = ${runId})
    insert into run_sums as s (run_id, kind, regrades, body)
    select id, ${kind}, (select count(*) from run_regrades where run_id = ${runId}), (${computed[kind]})
    from runs where id = ${runId}
    on conflict (run_id, kind) do update
    set regrades = greatest(s.regrades, excluded.regrades),
        body = case when s.regrades > excluded.regrades then s.body else excluded.body end
    returning body`,
  );
  return stored?.body;
}

/** The sums of the iterations of a run that ended last, at most `newest` of them. */
export async function computeRunSums<K extends keyof RunSums>(
  db: Db,
  runId: string,
  kind: K,
  newest: number,
): Promise<RunSums[K]> {
  const [sums] = await rows<{ body: RunSums[K] }>(
    db,
    sql`
    with trials as (select * from iterations where run_id = ${runId} and seq is not null order by seq desc limit ${newest})
    select (${computed[kind]}) as body`,
  );
  return sums!.body;
}
