import { assertAccess, isFeatureShut } from '@assay/contract/access';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { windowOf } from '@assay/grading/measures/week-window';
import type { Pool } from '@assay/kit/postgres/db';
import type { Caller } from '@assay/kit/security/caller';
import { findKnownStudy } from '../../store/study-analytics/known-study.ts';
import { findWindow } from '../../store/study-analytics/study-windows.ts';

/** A part of a study: the sessions that began in a week, or all of them. */
export interface StudyPart {
  studyId: string;
  window?: { id: string; startAt: number; endAt: number };
}

/**
 * A part of a study whose sessions the caller may read.
 * @throws NOT_FOUND for an unknown study or week, and as reading a session of the study does.
 */
export async function readableStudy(
  pool: Pool,
  caller: Caller,
  { projectId, studyId, windowId }: { projectId: string; studyId: string; windowId: string },
): Promise<StudyPart> {
  const { getStudySession } = operations;
  assertAccess(getStudySession, caller, { projectId });
  if (isFeatureShut(getStudySession, caller) || !(await findKnownStudy(pool, projectId, studyId)))
    throw notFound('study');
  if (windowId === '') return { studyId };
  const found = await findWindow(pool, studyId, windowId);
  if (!found) throw notFound('window of the study with ended sessions', { windowId });
  return { studyId, window: windowOf(found.startAt.getTime()) };
}
