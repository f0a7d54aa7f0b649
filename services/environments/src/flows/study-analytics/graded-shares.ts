import { setImmediate } from 'node:timers/promises';
import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { GradedShare, GradeStudySessionsReply } from '@assay/mesh/gen/assay/v1/study_measures';
import { gradedTurns } from '../../domain/study-analytics/graded-turns.ts';
import type { Pool } from '@assay/kit/postgres/db';
import { listTurnFacts } from '../../store/study-analytics/due-sessions.ts';
import { listNewestEnded } from '../../store/study-analytics/session-measures.ts';
import type { StudyPart } from './readable-study.ts';

/** Grades the newest ended sessions of a study, one after the other, so that one transcript is in memory at a time. */
export async function gradedShares(
  pool: Pool,
  part: StudyPart,
  assertions: readonly EvalAssertion[],
  maxSessions: number,
): Promise<GradeStudySessionsReply> {
  const sessionIds = await listNewestEnded(pool, part, maxSessions);
  const shares = assertions.map((): GradedShare => ({ passed: 0, failed: 0 }));
  for (const sessionId of sessionIds) {
    const turns = await listTurnFacts(pool, [{ sessionId, promptIndex: 0 }]);
    gradedTurns(turns, assertions).forEach((status, i) => {
      if (status === 'passed' || status === 'failed') shares[i]![status]++;
    });
    await setImmediate();
  }
  return { sessions: sessionIds.length, shares };
}
