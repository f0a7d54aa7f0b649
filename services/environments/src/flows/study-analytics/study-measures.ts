import { notFound } from '@assay/contract/problem';
import type { StudyPopulation } from '@assay/contract/areas/study-analytics/documents';
import { listSignals } from '@assay/findings/mining/signals';
import type { Counters } from '@assay/grading/measures/counters';
import type { Pool } from '@assay/kit/postgres/db';
import type { CountedSignal } from '@assay/grading/measures/session-signal';
import { findKnownStudy } from '../../store/study-analytics/known-study.ts';
import { findCounters } from '../../store/study-analytics/study-counters.ts';

/** The counters of a study with the signals that they count. NOT_FOUND for an unknown study, and for one without sessions. */
export async function studyMeasures(
  pool: Pool,
  { projectId, studyId }: { projectId: string; studyId: string },
  population: StudyPopulation,
): Promise<{ scope: { studyId: string; population: StudyPopulation }; counters: Counters; signals: CountedSignal[] }> {
  const [study, counters] = await Promise.all([
    findKnownStudy(pool, projectId, studyId),
    findCounters(pool, studyId, population),
  ]);
  if (!study) throw notFound('study');
  if (!counters) throw notFound('measured session of the study');
  const signals = await listSignals<CountedSignal>(pool, studyId, Object.keys(counters.signalSessions ?? {}));
  return { scope: { studyId, population }, counters, signals };
}
