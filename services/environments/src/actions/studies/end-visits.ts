import type { Tx } from '@assay/kit/postgres/db';
import type { VisitEnd } from '../../domain/studies/study-record.ts';
import { endMemberVisits, endStudySessions } from '../../store/studies/visits.ts';
import { abortTurns } from '../turns/cancel-turn.ts';

/**
 * Ends the sessions of a study's visitors and cancels their turns under way. The access version of the study, which the
 * caller raises, ends the visits themselves; those of one member are ended here.
 */
export async function endVisits(tx: Tx, of: { studyId: string; memberId?: string }, reason: VisitEnd): Promise<void> {
  if (of.memberId !== undefined) await endMemberVisits(tx, of.studyId, of.memberId);
  const turnIds = await endStudySessions(tx, of, reason);
  if (turnIds.length > 0) await abortTurns(tx, turnIds);
}
