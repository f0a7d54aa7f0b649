import { RunCreated } from '@assay/mesh/events';
import { publishWithAudit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { newId } from '@assay/kit/id';
import { assertSameRequest } from '@assay/kit/requests/idempotency';
import { insertCases } from '../../store/eval-runs/cases.ts';
import { insertIterations } from '../../store/iterations/iterations.ts';
import { insertRun } from '../../store/eval-runs/new-runs.ts';
import { findLaunchStanding, lockLaunch } from '../../store/eval-runs/launches.ts';
import { findRunByKey, releaseRunKey } from '../../store/eval-runs/runs.ts';
import { isSuiteDeleted } from '../../store/eval-runs/tombstones.ts';
import type { LaunchAnswers, PlannedRun, TakenSlots } from '../../domain/eval-runs/planned-run.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { MAX_GROUP_RUNS } from '../../domain/run-limits/limits.ts';

/** The taken slots when the organization may have no more. */
type Outcome = { run: Run; deduped: boolean } | TakenSlots | 'full' | 'gone';

/**
 * Writes a run with its cases, its iterations and its event, or nothing. An advisory lock per organization serializes
 * launches, so that concurrent ones cannot exceed its limit or a group's limit, or use an idempotency key twice. No run
 * is added to a suite that was deleted meanwhile.
 * @throws CONFLICT when the key made another run.
 */
export async function launchRun(
  pool: Pool,
  { run, cases, iterations }: PlannedRun,
  { maxConcurrentRuns, begunAt }: Pick<LaunchAnswers, 'maxConcurrentRuns' | 'begunAt'>,
): Promise<Outcome> {
  const {
    id,
    projectId,
    organizationId,
    idempotencyKey,
    spec: { suiteId, runGroupId },
  } = run;
  return transaction(pool, async (tx) => {
    const [, earlier, isGone, taken] = await Promise.all([
      lockLaunch(tx, run),
      idempotencyKey ? findRunByKey(tx, projectId, idempotencyKey) : undefined,
      isSuiteDeleted(tx, projectId, suiteId, begunAt),
      findLaunchStanding(tx, { organizationId, projectId, runGroupId }),
    ]);
    if (earlier) {
      assertSameRequest(earlier, run, { runId: earlier.id });
      return { run: earlier, deduped: true };
    }
    if (isGone) return 'gone';
    if (taken.groupRuns >= MAX_GROUP_RUNS) return 'full';
    if (taken.open >= maxConcurrentRuns) return taken;
    if (idempotencyKey) await releaseRunKey(tx, projectId, idempotencyKey);
    const [created] = await Promise.all([
      insertRun(tx, run),
      insertCases(tx, id, cases),
      insertIterations(
        tx,
        id,
        iterations.map((each) => ({ ...each, id: newId('iter'), caseId: cases[each.casePosition]!.body.id })),
      ),
    ]);
    await publishWithAudit(tx, { target: { runId: id, suiteId }, after: summaryOf(created) }, RunCreated, {
      runId: id,
      projectId,
      suiteId,
      iterations: iterations.length,
      createdAtMs: created.createdAt.getTime(),
    });
    return { run: created, deduped: false };
  });
}

/** The summary of a launch for the audit log. */
const summaryOf = ({ runNumber, total, effectiveModel, spec: { servers, runGroupId, rerunOfRunId } }: Run) => ({
  runNumber,
  iterations: total,
  servers,
  model: effectiveModel,
  runGroupId: runGroupId ?? null,
  rerunOfRunId: rerunOfRunId ?? null,
});
