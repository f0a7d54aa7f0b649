import type { GuestExecution } from '@assay/contract/areas/studies/guest-execution';
import { forbidden, Problem, reasons } from '@assay/contract/problem';
import { microsOf } from '@assay/launching/spending-cap';

/** The part of a study's GuestExecution that its visitors meet. */
export type GuestLimits = Pick<
  GuestExecution,
  'enabled' | 'sharedSkillsEnabled' | 'dailyCreditCap' | 'dailyTurnCap' | 'dailyVisitorTurnCap'
>;

/** The limits of a study that its visitors can meet, as refusals name them. */
export type GuestLimit = 'visitorTurns' | 'studyTurns' | 'studySpending';

/** A turn counts as this much until its costs are known, and for good when its runner never tells them, in millionths of a US dollar. */
export const OPEN_TURN_MICROS = 50_000;
const DAY_MS = 86_400_000;

/** Whether another turn may begin, with `spentMicros` spent on the day and `openTurns` turns open. */
export const hasMoneyLeft = (
  { dailyCreditCap }: Pick<GuestLimits, 'dailyCreditCap'>,
  spentMicros: number,
  openTurns: number,
): boolean => spentMicros + openTurns * OPEN_TURN_MICROS < microsOf(dailyCreditCap);

/** FORBIDDEN while a study takes no messages. */
export const pausedProblem = (): Problem =>
  forbidden('The study takes no messages at the moment.', { reason: reasons.STUDY_PAUSED });

const texts: Record<GuestLimit, string> = {
  visitorTurns: 'You have sent as many messages as one visitor may in a day.',
  studyTurns: 'The visitors of the study have sent as many messages as they may in a day.',
  studySpending: 'The study has used up what it may spend in a day.',
};

/** RATE_LIMITED until the next day of UTC. Amounts are not told: they are the business of the people who run the study. */
export function limitProblem(limit: GuestLimit, nowMs: number): Problem {
  const resetsAt = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
  const retryAfterMs = resetsAt - nowMs;
  return new Problem(
    'RATE_LIMITED',
    `${texts[limit]} Come back tomorrow.`,
    { limit, retryAfterMs, resetsAt },
    Math.ceil(retryAfterMs / 1_000),
  );
}
