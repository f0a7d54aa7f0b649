import type { EvalSuiteCreated } from '@assay/contract/areas/suites/documents';
import { operations } from '@assay/contract/operations';
import { handle, replayed, replayedIf } from '@assay/kit/rpc/handle';
import { findFirstReply } from '@assay/kit/requests/idempotency';
import { authorSuiteDraft } from '../../flows/suites/author-suite.ts';
import type { Deps } from '../../deps.ts';

export const createEvalSuite = (deps: Deps) =>
  handle(operations.createEvalSuite, async ({ userId }, { projectId, idempotencyKey: key }, draft) => {
    // The servers that the draft names may be deleted since the first request.
    const first = await findFirstReply<EvalSuiteCreated>(deps.pool, { key, target: { projectId }, body: draft });
    if (first) return replayed(first);
    const authored = await authorSuiteDraft(deps, { projectId, userId, key }, draft);
    return replayedIf(authored.replayed, authored.reply);
  });
