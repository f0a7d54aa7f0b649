import type { Tx } from '@assay/kit/postgres/db';
import type { VisitEnd } from '../../domain/studies/study-record.ts';
import { endMemberVisits, endStudySessions, type VisitsOf } from '../../store/studies/visits.ts';
import { abortTurns } from '../turns/cancel-turn.ts';

/**
 * Ends the sessions of a study's visitors and cancels their turns under way. The access version of the study, which the
 * caller raises, ends the visits themselves; the visits of one member are ended here.
 */
export async function endVisits(tx: Tx, of: VisitsOf, reason: VisitEnd): Promise<void> {
  const turnIds = await endStudySessions(tx, of, reason);
  if (turnIds.length > 0) await abortTurns(tx, turnIds);
  // After the sessions, whose turns are begun under their locks and then count against the visitor.
  if (of.member) await endMemberVisits(tx, of.studyId, of.member);
}
