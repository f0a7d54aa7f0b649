import { RunCreated } from '@assay/contract/gen/assay/v1/events';
import { transaction, type Pool } from '@assay/kit/db';
import { newId } from '@assay/kit/id';
import { publish } from '@assay/kit/outbox';
import { insertCases, type NewRunCase } from '../store/cases.ts';
import { insertIterations } from '../store/iterations.ts';
import { countOpenRuns, findRunByKey, insertRun, lockLaunches, type NewRun } from '../store/runs.ts';
import type { PlannedIteration } from '../domain/plan.ts';
import type { Run } from '../domain/run.ts';
import { RUNS } from '../topics.ts';

export type Launched = { run: Run; deduped: boolean } | 'limit';

/**
 * Writes a run with its cases, its iterations and the news of it, or nothing. Launches of one organization take turns, so
 * neither its limit nor an idempotency key can be overrun by two at once.
 */
export async function launchRun(
  pool: Pool, run: NewRun, cases: NewRunCase[], iterations: PlannedIteration[], maxConcurrentRuns: number,
): Promise<Launched> {
  return transaction(pool, async (tx) => {
    await lockLaunches(tx, run.organizationId);
    const earlier = run.idempotencyKey && await findRunByKey(tx, run.projectId, run.idempotencyKey);
    if (earlier) return { run: earlier, deduped: true };
    if (await countOpenRuns(tx, run.organizationId) >= maxConcurrentRuns) return 'limit';
    const created = await insertRun(tx, run);
    await insertCases(tx, run.id, cases);
    await insertIterations(tx, run.id, iterations.map((each) => ({ ...each, id: newId('iter') })));
    const event = { runId: run.id, projectId: run.projectId, suiteId: run.suiteId, iterations: iterations.length, createdAtMs: created.createdAt.getTime() };
    await publish(tx, { topic: RUNS, key: run.id, id: `${run.id}.created`, type: 'assay.v1.RunCreated', value: RunCreated.encode(event).finish() });
    return { run: created, deduped: false };
  });
}
