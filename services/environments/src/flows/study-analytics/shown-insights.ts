import type { Insights } from '@assay/contract/areas/analysis/insights';
import type { Pool } from '@assay/kit/postgres/db';
import { sessionsOfInsights, withExistingSessions } from '../../domain/study-analytics/existing-sessions.ts';
import {
  findNewestInsights,
  listExistingSessions,
  type StoredInsights,
} from '../../store/study-analytics/study-insights.ts';

/** Insights as callers see them: their evidence names only sessions that exist. */
export async function shownInsights(
  pool: Pool,
  studyId: string,
  { body: stored, status, reasonCode, updatedAt }: StoredInsights,
): Promise<Insights> {
  const existing = await listExistingSessions(pool, studyId, sessionsOfInsights(stored));
  const body = withExistingSessions(stored, existing);
  return { ...body, status, reasonCode, updatedAt: updatedAt.getTime(), currentFindings: body.findings };
}

/** The insights of the newest window of a study for which they were requested. */
export async function newestInsights(pool: Pool, studyId: string): Promise<Insights | undefined> {
  const stored = await findNewestInsights(pool, studyId);
  return stored && shownInsights(pool, studyId, stored);
}
