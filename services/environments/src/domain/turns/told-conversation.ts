import { MAX_CONVERSATION_TURNS, type Conversation } from '@assay/contract/areas/chat-sessions/conversation';
import type { TurnMessage } from '@assay/contract/areas/chat-sessions/turn-work';
import type { StoredSession } from '../chat-sessions/chat-session.ts';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';

interface ToldTurn {
  turnId: string;
  status: string;
  messages: readonly TurnMessage[];
  toolCalls: TranscriptToolCall[];
}

/** The conversation of a session as other services are told it; one turn too many shows that there are more. */
export const toldConversation = (
  { id, origin, title, settings }: Pick<StoredSession, 'id' | 'origin' | 'title' | 'settings'>,
  turns: readonly ToldTurn[],
): Conversation => ({
  sessionId: id,
  origin,
  title,
  modelId: settings.modelId,
  turns: turns.slice(0, MAX_CONVERSATION_TURNS).map(({ turnId, status, messages, toolCalls }) => ({
    turnId,
    status,
    prompt: messages.findLast(({ role }) => role === 'user')?.text ?? '',
    reply: messages.findLast(({ role, text }) => role === 'assistant' && text !== '')?.text ?? '',
    toolCalls,
  })),
  isCut: turns.length > MAX_CONVERSATION_TURNS,
});
