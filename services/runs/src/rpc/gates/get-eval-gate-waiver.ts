import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { waiverRecord } from '../../domain/gates/gate-waiver.ts';
import { listWaivers } from '../../store/gates/gate-waivers.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

export const getEvalGateWaiver = ({ pool }: Deps) =>
  handle(operations.getEvalGateWaiver, async (_caller, { projectId, runId }) => {
    if (!(await findRun(pool, projectId, runId))) throw notFound('run');
    const history = (await listWaivers(pool, runId)).map(waiverRecord);
    return { waiver: history.find(({ active }) => active) ?? null, history };
  });
