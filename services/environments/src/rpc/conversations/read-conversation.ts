import { MAX_CONVERSATION_TURNS } from '@assay/contract/areas/chat-sessions/conversation';
import type { ConversationReply, ReadConversationRequest } from '@assay/mesh/gen/assay/v1/conversations';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { toldConversation } from '../../domain/turns/told-conversation.ts';
import { visibleSession } from '../../flows/access/visible-session.ts';
import { listConversationTurns } from '../../store/turns/conversation-turns.ts';

export const readConversation =
  (deps: Deps): RpcHandler<ReadConversationRequest, ConversationReply> =>
  async ({ projectId, sessionId, turnIds }, caller) => {
    const session = await visibleSession(deps, caller, sessionId, projectId);
    const turns = await listConversationTurns(deps.pool, sessionId, turnIds, MAX_CONVERSATION_TURNS + 1);
    return { conversation: Buffer.from(JSON.stringify(toldConversation(session, turns))) };
  };
