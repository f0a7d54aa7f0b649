import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { conversationFor } from '../../flows/turns/conversation-for.ts';
import { pinSession } from '../../flows/turns/pin-session.ts';
import { takeTurn } from '../../flows/turns/take-turn.ts';

export const sendChatMessage = (deps: Deps) =>
  handle(operations.sendChatMessage, async (caller, _target, body) => {
    const conversation = await conversationFor(deps, caller, body);
    const { idempotencyKey, message, hostId, expectedVersion, browser } = body;
    const { maxSteps, maxToolCalls, allowedServerIds, allowedTools } = body;
    const turn = await takeTurn(deps, conversation, {
      idempotencyKey,
      body,
      message,
      hostId,
      expectedVersion,
      browser,
      limits: {
        ...given({ maxSteps, maxToolCalls, allowedServerIds, allowedTools }),
      },
      pin: async () => ({ origin: 'chat', ...(await pinSession(deps, conversation, body)) }),
    });
    return replayedIf(turn.replay === true, turn);
  });
