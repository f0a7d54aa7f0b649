import type { CallDecision, PendingCall } from '@assay/contract/areas/chat-sessions/turn-work';
import { holdsMask } from '@assay/contract/areas/servers/secret-values';
import { faultProblem } from '@assay/contract/fault';
import { given } from '@assay/contract/given';
import { conflict, notFound, Problem } from '@assay/contract/problem';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { Turn, TurnBrowser } from '../../domain/turns/turn.ts';
import { advanceSession, lockSession } from '../../store/chat-sessions/chat-sessions.ts';
import { appendEvent } from '../../store/turns/turn-events.ts';
import { findTurn, listLatestTurns, resumeTurn } from '../../store/turns/turns.ts';
import { useInTurn } from '../browsers/use-in-turn.ts';
import { enqueueTurn } from './begin-turn.ts';
import { tellSession } from '../chat-sessions/tell-session.ts';

/**
 * Decides on the pending calls of a session's turn and gives the turn back to runners. A repeated decision is answered the
 * turn that it was made about.
 * @throws CONFLICT when no call waits; VALIDATION_ERROR when the decisions are not about exactly the pending calls.
 */
export const decideCalls = (
  pool: Pool,
  sessionId: string,
  decisions: CallDecision[],
  browser?: TurnBrowser,
): Promise<{ turn: Turn; replayed: boolean }> =>
  transaction(pool, async (tx) => {
    const session = await lockSession(tx, sessionId);
    if (!session) throw notFound('chat session');
    const [latest] = await listLatestTurns(tx, sessionId, 1);
    const open = session.openTurnId === null ? undefined : await findTurn(tx, session.openTurnId);
    if (open?.status !== 'waiting') {
      if (latest && wereDecided(latest, decisions)) return { turn: latest, replayed: true };
      throw conflict('No call of this session waits for approval.', { sessionId });
    }
    assertDecided(open.reply?.pendingCalls ?? [], decisions);
    const { decisions: last, earlierDecisions = [] } = open.settings;
    const settings = {
      ...open.settings,
      decisions,
      earlierDecisions: [...earlierDecisions, ...last],
      ...given({ browser }),
    };
    if (browser) await useInTurn(tx, sessionId, open.id, browser);
    const turn: Turn = { ...open, status: 'queued', settings };
    const next = await advanceSession(tx, session, {});
    await tellSession(tx, next, { target: { sessionId, turnId: turn.id, projectId: session.projectId } });
    const boundary = { type: 'turnStarted', turnId: turn.id, message: '' };
    await resumeTurn(tx, turn, 1 + (await appendEvent(tx, turn, JSON.stringify(boundary))));
    await enqueueTurn(tx, next, turn, {});
    return { turn, replayed: false };
  });

const wereDecided = ({ settings }: Turn, decisions: CallDecision[]): boolean =>
  settings.decisions.length === decisions.length &&
  decisions.every(({ toolCallId, isApproved }) =>
    settings.decisions.some((each) => each.toolCallId === toolCallId && each.isApproved === isApproved),
  );

function assertDecided(pending: PendingCall[], decisions: CallDecision[]): void {
  const byId = new Map(pending.map((call) => [call.toolCallId, call]));
  decisions.forEach(({ toolCallId, isApproved }, i) => {
    const call = byId.get(toolCallId);
    if (!call)
      throw faultProblem({ path: `/decisions/${i}/toolCallId`, message: 'is not a pending call, or is decided twice' });
    // The arguments are stored masked, so this call cannot be made as the model wants it.
    if (isApproved && holdsMask(call.input))
      throw new Problem(
        'FEATURE_NOT_SUPPORTED',
        `The call "${toolCallId}" cannot be approved: its arguments hold something like a secret, which is not kept. Decline it.`,
        { toolCallId },
      );
    byId.delete(toolCallId);
  });
  if (byId.size > 0)
    throw faultProblem({ path: '/decisions', message: `lack the pending calls ${[...byId.keys()].join(', ')}` });
}
