import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { cancelTurn } from '../../actions/turns/cancel-turn.ts';
import type { Deps } from '../../deps.ts';
import { provenVisitor } from '../../flows/visits/proven-visitor.ts';
import { findVisitSession } from '../../store/visits/visit-sessions.ts';

export const cancelVisitTurn = (deps: Deps) =>
  handle(operations.cancelVisitTurn, async (caller, opening) => {
    const { id } = await provenVisitor(deps, caller, opening);
    const session = await findVisitSession(deps.pool, id);
    return { cancelled: session !== undefined && (await cancelTurn(deps.pool, session.id)) !== undefined };
  });
