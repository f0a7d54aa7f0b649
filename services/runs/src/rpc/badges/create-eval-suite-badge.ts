import { operations } from '@assay/contract/operations';
import { newId } from '@assay/kit/id';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { badgeRecord } from '../../domain/badges/badge-link.ts';
import { assertSuite } from '../../flows/eval-runs/suites.ts';
import { replaceBadge } from '../../store/badges/badges.ts';

export const createEvalSuiteBadge = (deps: Deps) =>
  handle(operations.createEvalSuiteBadge, async (_caller, { projectId, suiteId }, { branch = null }) => {
    await assertSuite(deps.suites, projectId, suiteId);
    return badgeRecord(deps, await replaceBadge(deps.pool, projectId, { id: newId('badge'), suiteId, branch }));
  });
