import { noVisitProblem } from '@assay/contract/access';
import type { Tx } from '@assay/kit/postgres/db';
import { turnInProgress } from '../../domain/chat-sessions/chat-session.ts';
import { hasMoneyLeft, limitProblem, pausedProblem } from '../../domain/visits/guest-limits.ts';
import {
  countOpenTurns,
  countStudyTurn,
  countVisitorTurn,
  findGuestLimits,
  findOtherVisit,
  holdStudy,
  sumSpending,
} from '../../store/visits/guest-counts.ts';

/** The visitor who begins a turn. */
export interface TurnGuest {
  studyId: string;
  visitorId: string;
  /** The conversation of the turn, when the turn makes it. */
  newSessionId?: string | undefined;
}

/**
 * Counts the turn that this transaction begins against the limits of its study; call it before anything else of the turn
 * is written. What is refused is not counted, as the transaction is rolled back.
 * A new conversation begins before a change of the study, which ends it, or after it.
 * @throws CONFLICT when the visitor has another conversation, UNAUTHORIZED when the visit is over, FORBIDDEN while the study is paused, RATE_LIMITED at a limit of the day.
 */
export async function admit(tx: Tx, { studyId, visitorId, newSessionId }: TurnGuest): Promise<void> {
  if (newSessionId !== undefined) await holdStudy(tx, studyId);
  const limits = await findGuestLimits(tx, visitorId);
  if (!limits) throw noVisitProblem();
  if (!limits.enabled) throw pausedProblem();
  if (!(await countVisitorTurn(tx, visitorId, limits.dailyVisitorTurnCap)))
    throw limitProblem('visitorTurns', Date.now());
  const other = newSessionId === undefined ? undefined : await findOtherVisit(tx, visitorId, newSessionId);
  if (other) throw turnInProgress(other.sessionId, other.turnId);
  if (!(await countStudyTurn(tx, studyId, limits.dailyTurnCap))) throw limitProblem('studyTurns', Date.now());
  const [spentMicros, openTurns] = [await sumSpending(tx, studyId), await countOpenTurns(tx, studyId, visitorId)];
  if (!hasMoneyLeft(limits, spentMicros, openTurns)) throw limitProblem('studySpending', Date.now());
}
