import type { ChatSessionsDeleted } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { deleteChatSessions } from '../store/chat-sessions/chat-sessions.ts';

/** Takes deleted chat sessions out of the index; a late event about one brings it back no more. */
export const forgetChatSessions = (tx: Tx, { sessionIds }: ChatSessionsDeleted) => deleteChatSessions(tx, sessionIds);
