import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { reasons } from '@assay/contract/problem';
import { handle, otherwise, replayedIf } from '@assay/kit/rpc/handle';
import type { CommittedJob } from '../../actions/authoring/commit-drafts.ts';
import { concludeJob, heldJob, startJob, toImported } from '../../flows/authoring/authoring-jobs.ts';
import type { Deps } from '../../deps.ts';
import { toAccepted } from '../../domain/authoring/authoring-job.ts';
import { contentFault } from '../../domain/authoring/document-rules.ts';
import { policyFault } from '../../domain/cases/duplicate-policy.ts';
import { idempotencyOf } from '../../flows/cases/idempotency.ts';
import { refuseFault } from '@assay/contract/fault';

export const importEvalCases = (deps: Deps) =>
  handle(operations.importEvalCases, async (_caller, { idempotencyKey, ...target }, body) => {
    const { content, fileName, caseModels, duplicatePolicy = 'block', overrideReason } = body;
    const policy = { duplicatePolicy, ...given({ overrideReason }) };
    refuseFault(contentFault(content));
    refuseFault(policyFault(policy), { reason: reasons.OVERRIDE_REASON_REQUIRED });
    const { jobId, isRepeated } = await startJob(deps, target, {
      source: 'import',
      idempotency: idempotencyOf(idempotencyKey, { source: 'import', ...body }),
      grounds: body,
      request: { content, ...given({ fileName, caseModels, hold: body.hold }) },
      task: { kind: 'import', content },
    });
    if (body.hold) return replayedIf(isRepeated, otherwise(toAccepted(await heldJob(deps, target, jobId))));
    const committed = await concludeJob(deps, target, jobId, { policy, once: true });
    const reply = replyOf(deps, committed);
    return replayedIf(isRepeated, reply);
  });

function replyOf(deps: Deps, committed: CommittedJob) {
  switch (committed.job.status) {
    case 'completed':
      return toImported(deps, committed);
    case 'pending':
      return otherwise(toAccepted(committed.job));
    default:
      return toAccepted(committed.job);
  }
}
