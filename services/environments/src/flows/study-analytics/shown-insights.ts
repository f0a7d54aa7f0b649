import type { Insights } from '@assay/contract/areas/analysis/insights';
import { shownInsights } from '@assay/findings/insights/shown-insights';
import { findNewestInsights, type StoredInsights } from '@assay/findings/insights/stored-insights';
import { sessionsOfInsights, withExistingSessions } from '@assay/grading/findings/existing-sessions';
import type { Pool } from '@assay/kit/postgres/db';
import { listExistingSessions } from '../../store/study-analytics/study-insights.ts';

/** Insights of a week as callers see them: their evidence names only sessions that exist. */
export async function shownWeekInsights(pool: Pool, studyId: string, stored: StoredInsights): Promise<Insights> {
  const existing = await listExistingSessions(pool, studyId, sessionsOfInsights(stored.body));
  return shownInsights({ ...stored, body: withExistingSessions(stored.body, existing) });
}

/** The insights of the newest window of a study for which they were requested; the names of weeks sort by time. */
export async function newestInsights(pool: Pool, studyId: string): Promise<Insights | undefined> {
  const stored = await findNewestInsights(pool, studyId);
  return stored && shownWeekInsights(pool, studyId, stored);
}
