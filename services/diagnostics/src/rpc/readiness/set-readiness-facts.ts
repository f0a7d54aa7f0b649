import { refuseFault } from '@assay/contract/fault';
import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { keepFacts } from '../../actions/readiness/keep-facts.ts';
import type { Deps } from '../../deps.ts';
import { factFault } from '../../domain/readiness/grade.ts';
import { shownFacts } from '../../flows/readiness/shown-facts.ts';
import { findServer } from '../../flows/servers/find-server.ts';

export const setReadinessFacts = (deps: Deps) =>
  handle(operations.setReadinessFacts, async (caller, address, { readinessKind, facts }) => {
    refuseFault(factFault(readinessKind, facts, '/facts'));
    await findServer(deps, address);
    const kept = await keepFacts(deps.pool, address, readinessKind, facts, caller.userId);
    return { readinessKind, facts: shownFacts(kept) };
  });
