import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { cancelTurn } from '../../actions/turns/cancel-turn.ts';
import type { Deps } from '../../deps.ts';
import { ownSession } from '../../flows/access/visible-session.ts';

export const cancelChatTurn = (deps: Deps) =>
  handle(operations.cancelChatTurn, async (caller, { sessionId }) => {
    await ownSession(deps, caller, sessionId);
    const turnId = await cancelTurn(deps.pool, sessionId);
    return { sessionId, ...given({ turnId }), cancelled: turnId !== undefined };
  });
