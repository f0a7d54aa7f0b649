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
  { id, origin, title }: Pick<StoredSession, 'id' | 'origin' | 'title'>,
  turns: readonly ToldTurn[],
): Conversation => ({
  sessionId: id,
  origin,
  title,
  turns: turns.slice(0, MAX_CONVERSATION_TURNS).map(({ turnId, status, messages, toolCalls }) => ({
    turnId,
    status,
    prompt: messages.findLast(({ role }) => role === 'user')?.text ?? '',
    reply: messages.findLast(({ role, text }) => role === 'assistant' && text !== '')?.text ?? '',
    toolCalls,
  })),
  isCut: turns.length > MAX_CONVERSATION_TURNS,
});

/** The reader of a session: a caller with a role in its project. */
interface SessionReader {
  userId?: string;
  features?: readonly string[];
}

/** Whether a caller with a role in the project may read a session: an own one, one of a study, or one that is shared. */
export const isReadable = (
  { origin, ownerId, visibility }: Pick<StoredSession, 'origin' | 'ownerId' | 'visibility'>,
  { userId, features = [] }: SessionReader,
): boolean =>
  origin === 'study'
    ? features.includes('userTesting')
    : visibility === 'project' || (ownerId !== null && ownerId === userId);
