import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { reasons } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { concludeJob, toImported } from '../../flows/authoring/authoring-jobs.ts';
import type { Deps } from '../../deps.ts';
import { toAccepted } from '../../domain/authoring/authoring-job.ts';
import { policyFault } from '../../domain/cases/duplicate-policy.ts';
import { refuseFault } from '@assay/contract/fault';

export const commitEvalAuthoringJob = (deps: Deps) =>
  handle(
    operations.commitEvalAuthoringJob,
    async (
      _caller,
      { projectId, suiteId, jobId, declaredSuiteId },
      { duplicatePolicy = 'block', overrideReason, draftIds },
    ) => {
      const policy = { duplicatePolicy, ...given({ overrideReason }) };
      refuseFault(policyFault(policy), { reason: reasons.OVERRIDE_REASON_REQUIRED });
      const committed = await concludeJob(deps, { projectId, suiteId, declaredSuiteId }, jobId, {
        policy,
        once: false,
        draftIds,
      });
      return committed.job.status === 'completed' ? toImported(deps, committed) : toAccepted(committed.job);
    },
  );
