import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { removeSuppression } from '../../actions/lint/lint-suppressions.ts';
import type { Deps } from '../../deps.ts';
import { findServer } from '../../flows/servers/find-server.ts';

export const deleteLintSuppression = (deps: Deps) =>
  handle(operations.deleteLintSuppression, async (_caller, { suppressionId, ...address }) => {
    await findServer(deps, address);
    const removed = await removeSuppression(deps.pool, address, suppressionId);
    if (!removed) throw notFound('suppression');
    return { id: removed.id, deleted: true as const };
  });
