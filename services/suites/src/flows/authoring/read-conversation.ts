import type { Conversation } from '@assay/contract/areas/chat-sessions/conversation';
import { refuseFault } from '@assay/contract/fault';
import { ConversationsService } from '@assay/mesh/gen/assay/v1/conversations';
import type { Caller } from '@assay/kit/security/caller';
import type { Deps } from '../../deps.ts';

/** The ended turns of a session. Throws NOT_FOUND, or VALIDATION_ERROR for a turn that the session does not have. */
export async function readConversation(
  { environments }: Pick<Deps, 'environments'>,
  caller: Caller,
  projectId: string,
  { sessionId, turnIds = [] }: { sessionId: string; turnIds?: string[] },
): Promise<Conversation> {
  const request = { projectId, sessionId, turnIds };
  const reply = await environments.call(ConversationsService.readConversation, request, { caller });
  const conversation = JSON.parse(reply.conversation.toString()) as Conversation;
  const unknown = turnIds.findIndex((id) => !conversation.turns.some(({ turnId }) => turnId === id));
  if (unknown >= 0)
    refuseFault({ path: `/turnIds/${unknown}`, message: 'is not an ended turn of the session: leave it out' });
  return conversation;
}
