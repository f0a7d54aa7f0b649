import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { endVisit as end } from '../../actions/visits/end-visit.ts';
import type { Deps } from '../../deps.ts';
import { provenVisitor } from '../../flows/visits/proven-visitor.ts';

export const endVisit = (deps: Deps) =>
  handle(operations.endVisit, async (caller, opening, { erase = false }) => {
    const { id } = await provenVisitor(deps, caller, opening);
    await end(deps.pool, id, erase);
    return { ended: true, erased: erase };
  });
