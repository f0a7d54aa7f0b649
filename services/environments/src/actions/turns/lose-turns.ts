import { transaction, type Pool } from '@assay/kit/postgres/db';
import { endWithout } from '../../domain/turns/chat-turn.ts';
import { lockSessionsOf } from '../../store/chat-sessions/chat-sessions.ts';
import { listTurns, withdrawTurn } from '../../store/turns/turns.ts';
import { endUnreported } from './settle-turn.ts';

export const RUNNER_LOST = {
  code: 'RUNNER_LOST',
  message:
    'The runner of the turn stopped reporting. The turn is not made again, because calls that it had made may have had effects.',
};
export const NEVER_TAKEN = { code: 'QUEUE_TIMEOUT', message: 'No runner took the turn in time.' };

/**
 * Ends a turn that no runner will report; `fence` is of the lease that must not begin it again. A turn that has ended, or
 * that a runner works on, stays as it is.
 */
export const loseTurn = (
  pool: Pool,
  id: string,
  error: { code: string; message: string },
  fence?: string,
): Promise<void> =>
  transaction(pool, async (tx) => {
    const [session] = await lockSessionsOf(tx, [id]);
    const [turn] = await listTurns(tx, [id]);
    if (!session || !turn || (turn.status !== 'running' && turn.status !== 'queued')) return;
    if (await withdrawTurn(tx, id, fence)) await endUnreported(tx, session, turn, endWithout('failed', error));
  });
