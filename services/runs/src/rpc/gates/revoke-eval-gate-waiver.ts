import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { revokeGateWaiver as revoke } from '../../actions/gates/revoke-gate-waiver.ts';
import type { Deps } from '../../deps.ts';
import { waiverRecord } from '../../domain/gates/gate-waiver.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

export const revokeEvalGateWaiver = ({ pool }: Deps) =>
  handle(operations.revokeEvalGateWaiver, async ({ userId }, { projectId, runId, waiverId }) => {
    if (!(await findRun(pool, projectId, runId))) throw notFound('run');
    const outcome = await revoke(pool, runId, waiverId, userId!);
    if (!outcome) throw notFound('waiver');
    return { status: outcome.status, republishedChecks: 0, waiver: waiverRecord(outcome.waiver) };
  });
