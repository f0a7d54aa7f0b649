import type { Insights } from '@assay/contract/areas/analysis/insights';
import type { Db } from '@assay/kit/postgres/db';
import { shownInsights } from '@assay/findings/insights/insights-table';
import {
  sessionsOfWave,
  withExistingWaveSessions,
  withExplanationState,
} from '../../domain/wave-insights/shown-wave.ts';
import { listExistingSessions, waveInsights, waveKey } from '../../store/wave-insights/wave-insights.ts';

/** The insights of a wave as callers see them, naming only sessions that exist; undefined when they were never requested. */
export async function foundInsights(db: Db, projectId: string, waveId: string): Promise<Insights | undefined> {
  const stored = await waveInsights.find(db, waveKey(projectId, waveId));
  if (!stored) return undefined;
  const body = withExistingWaveSessions(stored.body, await listExistingSessions(db, sessionsOfWave(stored.body)));
  return withExplanationState(shownInsights({ ...stored, body }));
}
