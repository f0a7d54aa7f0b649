import { MAX_CAUSES, type EvalFailureCauses } from '@assay/contract/areas/analysis/failure-causes';
import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { redactText } from '@assay/kit/security/redact';
import type { Deps } from '../../deps.ts';
import { listFailureCauses } from '../../store/analysis/failure-causes.ts';

type Cause = EvalFailureCauses['causes'][number];

export const listEvalFailureCauses = ({ pool }: Deps) =>
  handle(operations.listEvalFailureCauses, async (_caller, { projectId }) => {
    const found = await listFailureCauses(pool, projectId);
    return {
      failedTrials: found.reduce((sum, { failedTrials }) => sum + failedTrials, 0),
      causes: found.slice(0, MAX_CAUSES).map(({ stage, reason, ...cause }) => ({
        ...cause,
        stage: stage as Cause['stage'],
        reason: reason === null ? null : redactText(reason),
      })),
    };
  });
