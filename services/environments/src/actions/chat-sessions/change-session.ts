import type { UpdateChatSession } from '@assay/contract/areas/chat-sessions/reading';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { StoredSession } from '../../domain/chat-sessions/chat-session.ts';
import { deleteSession, lockSession, updateSession } from '../../store/chat-sessions/chat-sessions.ts';
import { notifySession } from '../../store/turns/turn-events.ts';
import { cancelOpenTurn } from '../turns/cancel-turn.ts';
import { tellSession, tellSessionsDeleted } from './tell-session.ts';

/** Changes what a session says of itself; undefined when it is gone. */
export const changeSession = (pool: Pool, id: string, change: UpdateChatSession): Promise<StoredSession | undefined> =>
  transaction(pool, async (tx) => {
    const session = await lockSession(tx, id);
    if (!session) return undefined;
    const changed = await updateSession(tx, { ...session, ...change });
    await tellSession(tx, changed, {
      target: { sessionId: id, projectId: session.projectId },
      before: shown(session),
      after: shown(changed),
    });
    return changed;
  });

const shown = ({ title, status, visibility }: StoredSession) => ({ title, status, visibility });

/** Deletes a session with everything of it; a runner that has its turn hears so at its next beat. False when it is gone. */
export const removeSession = (pool: Pool, id: string): Promise<boolean> =>
  transaction(pool, async (tx) => {
    const session = await lockSession(tx, id);
    if (!session) return false;
    await cancelOpenTurn(tx, session);
    await deleteSession(tx, session);
    await tellSessionsDeleted(tx, session.organizationId, [id]);
    await audit(tx, { target: { sessionId: id, projectId: session.projectId }, before: shown(session) });
    await notifySession(tx, id);
    return true;
  });
