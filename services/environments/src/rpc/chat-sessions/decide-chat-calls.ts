import { operations } from '@assay/contract/operations';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import { decideCalls } from '../../actions/turns/decide-calls.ts';
import type { Deps } from '../../deps.ts';
import { ownSession } from '../../flows/access/visible-session.ts';
import { browserOfWaitingTurn } from '../../flows/browsers/turn-browser.ts';
import { awaitTurn } from '../../flows/turns/take-turn.ts';

export const decideChatCalls = (deps: Deps) =>
  handle(operations.decideChatCalls, async (caller, { sessionId }, { decisions }) => {
    const session = await ownSession(deps, caller, sessionId);
    const decided = decisions.map(({ toolCallId, approved }) => ({ toolCallId, isApproved: approved }));
    const browser = await browserOfWaitingTurn(deps, session);
    const { turn, replayed } = await decideCalls(deps.pool, sessionId, decided, browser);
    deps.wakeUp.wake();
    return replayedIf(replayed, await awaitTurn(deps, turn, replayed));
  });
