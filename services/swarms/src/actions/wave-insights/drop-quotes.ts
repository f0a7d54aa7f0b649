import type { InsightsBody } from '@assay/contract/areas/analysis/insights';
import { lockInsights, updateInsights } from '@assay/findings/insights/stored-insights';
import type { Db, Tx } from '@assay/kit/postgres/db';
import { windowOfWave } from '../../domain/findings/finding.ts';
import { sessionsOfWave } from '../../domain/wave-insights/shown-wave.ts';
import { withoutTranscripts } from '../../domain/wave-insights/without-transcripts.ts';
import { lockWave } from '../../store/journey-runs/waves.ts';
import { listSessionsWithTranscripts } from '../../store/wave-insights/wave-insights.ts';

/** Insights that quote only transcripts which are there. */
export const withPresentQuotes = async (db: Db, body: InsightsBody): Promise<InsightsBody> =>
  withoutTranscripts(body, await listSessionsWithTranscripts(db, sessionsOfWave(body)));

/** Deletes the quotes of transcripts that are gone from the insights of their wave. */
export async function dropQuotes(tx: Tx, { projectId, waveId }: { projectId: string; waveId: string }): Promise<void> {
  // Insights that are being made wait for the lock, and see then that transcripts are gone.
  await lockWave(tx, projectId, waveId);
  const window = windowOfWave(projectId, waveId);
  const body = await lockInsights(tx, window);
  if (body) await updateInsights(tx, window, await withPresentQuotes(tx, body));
}
