import type { Tx } from '@assay/kit/postgres/db';
import { dropWork } from '@assay/work/queue/work-queue';
import type { VisitEnd } from '../../domain/studies/study-record.ts';
import { endWithout } from '../../domain/turns/chat-turn.ts';
import { lockSessionsOf } from '../../store/chat-sessions/chat-sessions.ts';
import { endMemberVisits, endStudySessions, type VisitsOf } from '../../store/studies/visits.ts';
import { listTurns } from '../../store/turns/turns.ts';
import { settleTurn } from '../turns/settle-turn.ts';

/**
 * Ends the sessions of a study's visitors and cancels their turns under way. The access version of the study, which the
 * caller raises, ends the visits themselves; those of one member are ended here.
 */
export async function endVisits(tx: Tx, of: VisitsOf, reason: VisitEnd): Promise<void> {
  if (of.member) await endMemberVisits(tx, of.studyId, of.member);
  const turnIds = await endStudySessions(tx, of, reason);
  if (turnIds.length === 0) return;
  await dropWork(tx, ...turnIds);
  const sessions = new Map((await lockSessionsOf(tx, turnIds)).map((session) => [session.id, session]));
  for (const turn of await listTurns(tx, turnIds))
    await settleTurn(tx, sessions.get(turn.sessionId)!, turn, endWithout('cancelled'));
}
