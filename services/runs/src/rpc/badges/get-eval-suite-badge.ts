import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { badgeRecord } from '../../domain/badges/badge-link.ts';
import { findBadge } from '../../store/badges/badges.ts';

export const getEvalSuiteBadge = (deps: Deps) =>
  handle(operations.getEvalSuiteBadge, async (_caller, { projectId, suiteId }) => {
    const badge = await findBadge(deps.pool, projectId, suiteId);
    if (!badge) throw notFound('badge');
    return badgeRecord(deps, badge);
  });
