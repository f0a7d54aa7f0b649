import type { Insights } from '@assay/contract/areas/analysis/insights';
import { shownInsights } from '@assay/findings/insights/shown-insights';
import { findInsights } from '@assay/findings/insights/stored-insights';
import type { Db } from '@assay/kit/postgres/db';
import { windowOfWave } from '../../domain/findings/finding.ts';
import {
  sessionsOfWave,
  withExistingWaveSessions,
  withExplanationState,
} from '../../domain/wave-insights/shown-wave.ts';
import { listExistingSessions } from '../../store/wave-insights/wave-insights.ts';

/** The insights of a wave as callers see them, naming only sessions that exist; undefined when they were never requested. */
export async function foundInsights(db: Db, projectId: string, waveId: string): Promise<Insights | undefined> {
  const stored = await findInsights(db, windowOfWave(projectId, waveId));
  if (!stored) return undefined;
  const body = withExistingWaveSessions(stored.body, await listExistingSessions(db, sessionsOfWave(stored.body)));
  return withExplanationState(shownInsights({ ...stored, body }));
}
