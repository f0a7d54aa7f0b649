import { RunCreated } from '@assay/contract/events';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { newId } from '@assay/kit/id';
import { assertSameRequest } from '@assay/kit/requests/idempotency';
import { publish } from '@assay/kit/events/outbox';
import { insertCases, type NewRunCase } from '../../store/eval-runs/cases.ts';
import { insertIterations } from '../../store/iterations/iterations.ts';
import { insertRun, type NewRun } from '../../store/eval-runs/new-runs.ts';
import { countGroupRuns } from '../../store/run-groups/run-groups.ts';
import { countOpenSlots, findRunByKey, lockLaunches, releaseRunKey } from '../../store/eval-runs/runs.ts';
import { isBuried, lockBurials } from '../../store/eval-runs/tombstones.ts';
import type { PlannedIteration } from '../../domain/eval-runs/plan.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { MAX_GROUP_RUNS } from '../../domain/eval-runs/limits.ts';

/** `open` is how many runs the organization has open when it may have no more. */
export type Launched = { run: Run; deduped: boolean } | { open: number } | 'full' | 'gone';

/** How many runs the organization may have open, and when the launch began to read what it runs. */
export interface LaunchTerms {
  maxConcurrentRuns: number;
  begunAt: Date;
}

/**
 * Writes a run with its cases, its iterations and the news of it, or nothing. Launches of one organization take turns, so
 * neither its limit, nor a group's, nor an idempotency key can be overrun by two at once; and none adds to a suite that was deleted meanwhile.
 * @throws CONFLICT when the key made another run.
 */
export async function launchRun(
  pool: Pool,
  run: NewRun,
  cases: NewRunCase[],
  iterations: PlannedIteration[],
  { maxConcurrentRuns, begunAt }: LaunchTerms,
): Promise<Launched> {
  return transaction(pool, async (tx) => {
    await lockLaunches(tx, run.organizationId);
    const earlier = run.idempotencyKey && (await findRunByKey(tx, run.projectId, run.idempotencyKey));
    if (earlier) {
      assertSameRequest(earlier, run, { runId: earlier.id });
      return { run: earlier, deduped: true };
    }
    await lockBurials(tx, run.projectId, 'launch');
    if (await isBuried(tx, run.projectId, run.suiteId, begunAt)) return 'gone';
    if (run.runGroupId !== undefined && (await countGroupRuns(tx, run.runGroupId)) >= MAX_GROUP_RUNS) return 'full';
    const open = await countOpenSlots(tx, run.organizationId, run.runGroupId);
    if (open >= maxConcurrentRuns) return { open };
    if (run.idempotencyKey) await releaseRunKey(tx, run.projectId, run.idempotencyKey);
    const created = await insertRun(tx, run);
    await insertCases(tx, run.id, cases);
    await insertIterations(
      tx,
      run.id,
      iterations.map((each) => ({ ...each, id: newId('iter') })),
    );
    await publish(tx, RunCreated, {
      runId: run.id,
      projectId: run.projectId,
      suiteId: run.suiteId,
      iterations: iterations.length,
      createdAtMs: created.createdAt.getTime(),
    });
    await audit(tx, { target: { runId: run.id, suiteId: run.suiteId }, after: summaryOf(created) });
    return { run: created, deduped: false };
  });
}

/** What the audit log says of a launch. */
const summaryOf = ({ runNumber, total, servers, effectiveModel, runGroupId, rerunOf }: Run) => ({
  runNumber,
  iterations: total,
  servers,
  model: effectiveModel,
  runGroupId,
  rerunOfRunId: rerunOf,
});
