import { transaction, type Pool } from '@assay/kit/postgres/db';
import { deleteSessions, lockIdleSessions } from '../../store/chat-sessions/chat-sessions.ts';
import { tellSessionsDeleted } from './tell-session.ts';

/** At most this many sessions are deleted at once: each may have thousands of messages. */
const BATCH = 50;

/** Deletes some sessions that were idle for longer than `days`; answers whether there may be more. */
export const deleteIdleSessions = (
  pool: Pool,
  { organizationId, days }: { organizationId: string; days: number },
): Promise<boolean> =>
  transaction(pool, async (tx) => {
    const ids = await lockIdleSessions(tx, organizationId, days, BATCH);
    if (ids.length === 0) return false;
    await deleteSessions(tx, ids);
    await tellSessionsDeleted(tx, organizationId, ids);
    return ids.length === BATCH;
  });
