import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { deleteBadge } from '../../store/badges/badges.ts';

export const deleteEvalSuiteBadge = ({ pool }: Deps) =>
  handle(operations.deleteEvalSuiteBadge, async (_caller, { projectId, suiteId }) => {
    if (!(await deleteBadge(pool, { projectId, suiteId }))) throw notFound('badge');
    return { suiteId, deleted: true as const };
  });
