import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { handle, otherwise, replayedIf } from '@assay/kit/rpc/handle';
import { concludeJob, heldJob, startJob, toImported } from '../../flows/authoring/authoring-jobs.ts';
import type { Deps } from '../../deps.ts';
import { toAccepted } from '../../domain/authoring/authoring-job.ts';
import { caseMixOf } from '../../domain/authoring/case-mix.ts';
import { idempotencyOf } from '../../flows/cases/idempotency.ts';

export const generateEvalCases = (deps: Deps) =>
  handle(operations.generateEvalCases, async (_caller, { idempotencyKey, ...target }, body) => {
    const { jobId, isRepeated } = await startJob(deps, target, {
      source: 'generation',
      idempotency: idempotencyOf(idempotencyKey, { source: 'generation', ...body }),
      grounds: body,
      request: { ...given({ caseModels: body.caseModels, hold: body.hold }) },
      task: { kind: 'generate', caseMix: caseMixOf(body), varyUserStyles: body.varyUserStyles ?? false },
    });
    if (body.hold) return replayedIf(isRepeated, otherwise(toAccepted(await heldJob(deps, target, jobId))));
    const committed = await concludeJob(deps, target, jobId, { policy: { duplicatePolicy: 'block' }, once: true });
    const reply =
      committed.job.status === 'completed' ? toImported(deps, committed) : otherwise(toAccepted(committed.job));
    return replayedIf(isRepeated, reply);
  });
