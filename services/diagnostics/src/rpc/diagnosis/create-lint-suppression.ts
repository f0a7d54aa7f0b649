import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { refuseFault } from '@assay/contract/fault';
import { conflict } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import { handle } from '@assay/kit/rpc/handle';
import { unknownRule } from '@assay/surface/lint/lint-surface';
import { addSuppression } from '../../actions/lint/lint-suppressions.ts';
import type { Deps } from '../../deps.ts';
import { shownSuppression } from '../../flows/lint/shown-suppression.ts';
import { findServer } from '../../flows/servers/find-server.ts';

/** At most this many suppressions of a server are kept. */
const MAX_KEPT = 500;

export const createLintSuppression = (deps: Deps) =>
  handle(operations.createLintSuppression, async (caller, address, { ruleId, item, paths, reason }) => {
    refuseFault(unknownRule([ruleId]) === undefined ? undefined : { path: '/ruleId', message: 'is not a rule' });
    refuseFault(paths && !item ? { path: '/paths', message: 'needs the item that has these places' } : undefined);
    await findServer(deps, address);
    const suppression = {
      id: newId('sup'),
      ruleId,
      body: { reason, ...given({ item, paths }) },
      createdBy: caller.userId ?? null,
    };
    const added = await addSuppression(deps.pool, address, suppression, MAX_KEPT);
    if (!added)
      throw conflict(`A server has at most ${MAX_KEPT} suppressions: delete some, or suppress the whole rule.`);
    return shownSuppression(added);
  });
