import type { EvalSuiteCreated } from '@assay/contract/documents/suite';
import { createEvalSuite as operation } from '@assay/contract/operations/suites';
import { conflict, reasons } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { author } from '../authoring.ts';
import type { Deps } from '../deps.ts';
import { idempotencyOf, type Idempotency } from '../idempotency.ts';
import { findCreation } from '../store/suites.ts';

export const createSuite = (deps: Deps) =>
  handle(operation, async ({ userId }, { projectId, idempotencyKey }, draft) => {
    const idempotency = idempotencyOf(idempotencyKey, draft);
    const first = await firstReply(deps, projectId, idempotency);
    if (first) return first;
    return author(deps, { projectId, userId, idempotency }, draft).catch(async (error: unknown) => {
      // Of two requests at once the other one may have been first.
      const meanwhile = await firstReply(deps, projectId, idempotency);
      if (!meanwhile) throw error;
      return meanwhile;
    });
  });

/** What an earlier request with the same key was answered. Throws CONFLICT when that request was another one. */
async function firstReply({ pool }: Deps, projectId: string, idempotency: Idempotency | undefined): Promise<EvalSuiteCreated | undefined> {
  const earlier = idempotency && await findCreation(pool, projectId, idempotency.key);
  if (!earlier || earlier.requestHash === idempotency.requestHash) return earlier?.reply;
  throw conflict('The idempotency key was used for another request.', { reason: reasons.IDEMPOTENCY_CONFLICT, suiteId: earlier.reply.suiteId });
}
