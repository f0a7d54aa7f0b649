import type { ChatSession } from '@assay/contract/areas/chat-sessions/documents';
import type { ChatSessionChanged } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { upsertChatSession } from '../store/chat-sessions/chat-sessions.ts';

/** Keeps the index of chat sessions up to date. */
export const indexChatSession = (
  tx: Tx,
  { sessionId, ownerId, status, visibility, createdAtMs, lastActivityAtMs, ...session }: ChatSessionChanged,
) =>
  upsertChatSession(tx, {
    ...session,
    id: sessionId,
    userId: ownerId,
    status: status as ChatSession['status'],
    visibility: visibility as ChatSession['visibility'],
    createdAt: new Date(createdAtMs),
    lastActivityAt: new Date(lastActivityAtMs),
  });
