import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { endVisit as end } from '../../actions/visits/end-visit.ts';
import type { Deps } from '../../deps.ts';
import { provenVisitor } from '../../flows/visits/proven-visitor.ts';

export const endVisit = (deps: Deps) =>
  handle(operations.endVisit, async (caller, opening, { erase = false }) => {
    await end(deps.pool, await provenVisitor(deps, caller, opening), erase);
    return { ended: true, erased: erase };
  });
