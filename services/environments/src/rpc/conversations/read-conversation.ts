import { MAX_CONVERSATION_TURNS } from '@assay/contract/areas/chat-sessions/conversation';
import type { ConversationReply, ReadConversationRequest } from '@assay/contract/gen/assay/v1/conversations';
import { notFound } from '@assay/contract/problem';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { isReadable, toldConversation } from '../../domain/turns/told-conversation.ts';
import { findSession } from '../../store/chat-sessions/chat-sessions.ts';
import { listConversationTurns } from '../../store/turns/conversation-turns.ts';

/** The caller comes with the request of the user, whose role in the project the calling service has checked. */
export const readConversation =
  ({ pool }: Deps): RpcHandler<ReadConversationRequest, ConversationReply> =>
  async ({ projectId, sessionId, turnIds }, caller) => {
    const session = await findSession(pool, sessionId);
    const isInProject = session?.projectId === projectId && caller.projectId === projectId && caller.role !== undefined;
    if (!session || !isInProject || !isReadable(session, caller)) throw notFound('chat session', { sessionId });
    const turns = await listConversationTurns(pool, sessionId, turnIds, MAX_CONVERSATION_TURNS + 1);
    return { conversation: Buffer.from(JSON.stringify(toldConversation(session, turns))) };
  };
