import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle, otherwise } from '@assay/kit/rpc/handle';
import { newId } from '@assay/kit/id';
import { waiveGate as write } from '../../actions/gates/waive-gate.ts';
import type { Deps } from '../../deps.ts';
import { assertWaiver, waiverRecord } from '../../domain/gates/gate-waiver.ts';
import { gatePolicyOf } from '../../flows/gates/gate-policy.ts';
import { findGateReport } from '../../store/gates/gate-reports.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

export const waiveEvalGate = (deps: Deps) =>
  handle(operations.waiveEvalGate, async ({ userId }, { projectId, runId }, body) => {
    assertWaiver(body, new Date());
    const run = await findRun(deps.pool, projectId, runId);
    if (!run) throw notFound('run');
    if (!(await findGateReport(deps.pool, runId)) && !(await gatePolicyOf(deps, run)))
      throw notFound('gate: the suite has none');
    const outcome = await write(deps.pool, {
      id: newId('waiver'),
      runId,
      reason: body.reason,
      expiresAt: new Date(body.expiresAt),
      createdBy: userId!,
      policySnapshot: run.spec.caseGrading ? null : { minimumPassRate: run.spec.minimumAccuracy },
    });
    if (!outcome) throw notFound('run');
    const { status, waiver } = outcome;
    const written = { status, republishedChecks: 0, waiver: waiverRecord(waiver) };
    return status === 'created'
      ? written
      : otherwise({
          code: 'CONFLICT',
          message: 'The run has a waiver in force already: revoke it before you write another one.',
          ...written,
        });
  });
