import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { shownFacts } from '../../flows/readiness/shown-facts.ts';
import { findServer } from '../../flows/servers/find-server.ts';
import { listFacts } from '../../store/readiness/readiness-facts.ts';

export const getReadinessFacts = (deps: Deps) =>
  handle(operations.getReadinessFacts, async (_caller, address, { readinessKind }) => {
    await findServer(deps, address);
    return { readinessKind, facts: shownFacts(await listFacts(deps.pool, address, readinessKind)) };
  });
