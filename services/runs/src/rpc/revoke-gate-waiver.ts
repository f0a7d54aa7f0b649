import { revokeEvalGateWaiver as operation } from '@assay/contract/operations/comparing';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { waiverRecord } from '../domain/gate-waiver.ts';
import { listWaivers, revokeWaiver } from '../store/gate-waivers.ts';
import { findRun } from '../store/runs.ts';

export const revokeGateWaiver = ({ pool }: Deps) =>
  handle(operation, async ({ userId }, { projectId, runId, waiverId }) => {
    if (!await findRun(pool, projectId, runId)) throw notFound('run');
    const isRevoked = await revokeWaiver(pool, runId, waiverId, userId!);
    const waiver = (await listWaivers(pool, runId)).find(({ id }) => id === waiverId);
    if (!waiver) throw notFound('waiver');
    return { status: isRevoked ? 'revoked' as const : 'already_revoked' as const, republishedChecks: 0, waiver: waiverRecord(waiver) };
  });
