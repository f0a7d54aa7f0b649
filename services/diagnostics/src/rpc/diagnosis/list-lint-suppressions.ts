import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { shownSuppression } from '../../flows/lint/shown-suppression.ts';
import { findServer } from '../../flows/servers/find-server.ts';
import { listSuppressions } from '../../store/lint/lint-suppressions.ts';

export const listLintSuppressions = (deps: Deps) =>
  handle(operations.listLintSuppressions, async (_caller, address) => {
    await findServer(deps, address);
    return { items: (await listSuppressions(deps.pool, address)).map(shownSuppression) };
  });
