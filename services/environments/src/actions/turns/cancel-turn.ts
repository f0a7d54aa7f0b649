import { notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { cancelWork, dropWork } from '@assay/work/queue/work-queue';
import type { StoredSession } from '../../domain/chat-sessions/chat-session.ts';
import { endWithout } from '../../domain/turns/chat-turn.ts';
import { isSettled } from '../../domain/turns/turn.ts';
import { lockSession, lockSessionsOf } from '../../store/chat-sessions/chat-sessions.ts';
import { findTurn, listTurns, markCancelled } from '../../store/turns/turns.ts';
import { endUnreported, settleTurn } from './settle-turn.ts';

/** Cancels the open turn of a session; answers its id, or undefined when none is open. */
export const cancelTurn = (pool: Pool, sessionId: string): Promise<string | undefined> =>
  transaction(pool, async (tx) => {
    const session = await lockSession(tx, sessionId);
    if (!session) throw notFound('chat session');
    const turnId = await cancelOpenTurn(tx, session);
    await audit(tx, turnId === undefined ? undefined : { target: { sessionId, turnId, projectId: session.projectId } });
    return turnId;
  });

/**
 * Cancels the open turn of a locked session. A turn that a runner holds goes on until the runner hears of it at its next
 * beat and reports what it did; any other ends at once.
 */
export async function cancelOpenTurn(tx: Tx, session: StoredSession): Promise<string | undefined> {
  const turn = session.openTurnId === null ? undefined : await findTurn(tx, session.openTurnId);
  if (!turn) return undefined;
  await markCancelled(tx, turn.id);
  const dropped = await cancelWork(tx, turn.id);
  if (turn.status === 'waiting' || dropped.length > 0) await settleTurn(tx, session, turn, endWithout('cancelled'));
  return turn.id;
}

/** Ends open turns at once; a runner that holds one hears so at its next beat, and its report no longer counts. */
export async function abortTurns(tx: Tx, turnIds: string[]): Promise<void> {
  const sessions = new Map((await lockSessionsOf(tx, turnIds)).map((session) => [session.id, session]));
  for (const turn of await listTurns(tx, turnIds))
    if (!isSettled(turn) || turn.status === 'waiting')
      await endUnreported(tx, sessions.get(turn.sessionId)!, turn, endWithout('cancelled'));
  await dropWork(tx, ...turnIds);
}
