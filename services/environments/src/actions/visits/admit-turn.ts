import { noVisitProblem } from '@assay/contract/access';
import type { Tx } from '@assay/kit/postgres/db';
import { hasMoneyLeft, limitProblem, pausedProblem } from '../../domain/visits/guest-limits.ts';
import {
  countOpenTurns,
  countStudyTurn,
  countVisitorTurn,
  findGuestLimits,
  sumSpending,
} from '../../store/visits/guest-counts.ts';

/** The visitor who begins a turn. */
export interface TurnGuest {
  studyId: string;
  visitorId: string;
}

/**
 * Counts the turn that this transaction begins against the limits of its study; call it before anything else of the turn
 * is written. What is refused is not counted, as the transaction is rolled back.
 * @throws UNAUTHORIZED when the visit is over, FORBIDDEN while the study is paused, RATE_LIMITED at a limit of the day.
 */
export async function admit(tx: Tx, { studyId, visitorId }: TurnGuest): Promise<void> {
  const limits = await findGuestLimits(tx, visitorId);
  if (!limits) throw noVisitProblem();
  if (!limits.enabled) throw pausedProblem();
  if (!(await countVisitorTurn(tx, visitorId, limits.dailyVisitorTurnCap)))
    throw limitProblem('visitorTurns', Date.now());
  if (!(await countStudyTurn(tx, studyId, limits.dailyTurnCap))) throw limitProblem('studyTurns', Date.now());
  const [spentMicros, openTurns] = [await sumSpending(tx, studyId), await countOpenTurns(tx, studyId, visitorId)];
  if (!hasMoneyLeft(limits, spentMicros, openTurns)) throw limitProblem('studySpending', Date.now());
}
