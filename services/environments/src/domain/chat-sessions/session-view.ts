import type { ChatSession } from '@assay/contract/areas/chat-sessions/documents';
import type { ChatMessage, ChatSessionDetail } from '@assay/contract/areas/chat-sessions/reading';
import type { TurnMessage } from '@assay/contract/areas/chat-sessions/turn-work';
import { given } from '@assay/contract/given';
import type { Turn } from '../turns/turn.ts';
import { isOwnedBy, type StoredSession } from './chat-session.ts';

/** The longest text of a message that a page shows, in characters. */
const CONTENT_CHARS = 20_000;

/** A message as a page shows it. */
export function chatMessageOf({
  index,
  turnId,
  body,
}: {
  index: number;
  turnId: string;
  body: TurnMessage;
}): ChatMessage {
  const isLong = body.text.length > CONTENT_CHARS;
  return {
    index,
    turnId,
    role: body.role,
    content: isLong ? body.text.slice(0, CONTENT_CHARS).toWellFormed() : body.text,
    ...(body.role === 'assistant' &&
      body.calls.length > 0 && {
        toolCalls: body.calls.map(({ id, name, input }) => ({ toolCallId: id, toolName: name, input })),
      }),
    ...(body.role === 'tool' && { toolCallId: body.call.id, toolName: body.call.name }),
    ...(body.role === 'tool' && body.isError && { isError: true }),
    ...(isLong && { truncated: true }),
  };
}

/** A session as lists show it to `userId`. */
export const chatSessionOf = (session: StoredSession, userId: string | undefined): ChatSession => {
  const isOwn = isOwnedBy(session, userId);
  return {
    id: session.id,
    ...(session.title !== '' && { title: session.title }),
    status: session.status,
    projectId: session.projectId,
    visibility: session.visibility,
    lastActivityAt: session.lastActivityAt.getTime(),
    createdAt: session.createdAt.getTime(),
    isPinned: isOwn && session.isPinned,
    isUnread: isOwn && session.isUnread,
  };
};

/** A session with a page of its messages. */
export function sessionDetailOf(
  session: StoredSession,
  openTurn: Turn | undefined,
  messages: ChatMessage[],
  nextMessageIndex: number | undefined,
): ChatSessionDetail {
  const { settings } = session;
  const { modelId, serverIds, hostId, systemPrompt, temperature, toolMode } = settings;
  return {
    sessionId: session.id,
    chatSessionId: session.id,
    projectId: session.projectId,
    origin: session.origin,
    ...(session.title !== '' && { title: session.title }),
    status: session.status,
    visibility: session.visibility,
    modelId,
    version: session.version,
    startedAt: session.createdAt.getTime(),
    lastActivityAt: session.lastActivityAt.getTime(),
    toolMode,
    environmentId: session.environmentId,
    serverIds,
    ...given({ hostId, systemPrompt, temperature }),
    ...(openTurn && { openTurn: openTurnOf(openTurn) }),
    messageCount: session.messageCount,
    messages,
    ...given({ nextMessageIndex }),
  };
}

const openTurnOf = ({ id: turnId, status, reply }: Turn): NonNullable<ChatSessionDetail['openTurn']> => ({
  turnId,
  status: status === 'queued' || status === 'running' ? status : 'waiting',
  ...(status === 'waiting' && reply?.pendingCalls && { pendingCalls: reply.pendingCalls }),
});
