import type { InsightsBody } from '@assay/contract/areas/analysis/insights';
import type { SessionTurn } from '@assay/contract/areas/journey-runs/session-work';
import { notFound } from '@assay/contract/problem';
import type { ExplanationGrant } from '@assay/findings/explaining/explanation-grant';
import { explanationSettler } from '@assay/findings/explaining/settle-explanation';
import { cancelInsights } from '@assay/findings/insights/cancel-insights';
import { startInsights } from '@assay/findings/insights/start-insights';
import { audit } from '@assay/kit/audit/audit';
import { uncompressedBytes } from '@assay/kit/compress';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { unzipJson } from '@assay/transcripts/gzip';
import { oneByOne } from '@assay/work/queue/queued-work';
import { dropWork, enqueueWork } from '@assay/work/queue/work-queue';
import { windowOfWave } from '../../domain/findings/finding.ts';
import { explainedWave, placesOfEvidence } from '../../domain/wave-insights/explained-wave.ts';
import { citationOf } from '../../domain/wave-insights/quotes.ts';
import { sessionsOfWave, withExistingWaveSessions } from '../../domain/wave-insights/shown-wave.ts';
import { withPresentQuotes } from './drop-quotes.ts';
import {
  holdWave,
  listExistingSessions,
  listTurnsAt,
  type TurnAtPlace,
} from '../../store/wave-insights/wave-insights.ts';

/** The kind of the work items that explain findings of waves. */
export const EXPLAIN_WAVE_KIND = 'explain-wave';

/** A wave of a project. */
export interface WaveTarget {
  projectId: string;
  waveId: string;
}

/** Stores the findings of a wave, and has a model explain them when one was granted. Throws NOT_FOUND. */
export const startWaveInsights = (
  pool: Pool,
  { projectId, waveId }: WaveTarget,
  body: InsightsBody,
  grant: ExplanationGrant | undefined,
): Promise<void> =>
  transaction(pool, async (tx) => {
    if (!(await holdWave(tx, projectId, waveId))) throw notFound('wave');
    const started = await startInsights(tx, windowOfWave(projectId, waveId), {
      body: await withPresentQuotes(tx, body),
      grant,
      kind: EXPLAIN_WAVE_KIND,
      projectId,
      subject: 'wave',
    });
    if (started?.work) await enqueueWork(tx, started.work);
    await audit(tx, started && { target: { waveId }, after: started.after });
  });

/** Cancels the pending insights of a wave. NOT_FOUND when there are none; CONFLICT when they are complete. */
export const cancelWaveExplanation = (pool: Pool, { projectId, waveId }: WaveTarget): Promise<void> =>
  transaction(pool, async (tx) => {
    await dropWork(tx, await cancelInsights(tx, windowOfWave(projectId, waveId)));
    await audit(tx, { target: { waveId } });
  });

/** Adds the claims of a model that the transcripts bear out. Sessions and transcripts that are gone by now are no evidence. */
export const settleWaveExplanation = oneByOne(
  explanationSettler(async (tx, stored, explanation) => {
    const body = withExistingWaveSessions(stored, await listExistingSessions(tx, sessionsOfWave(stored)));
    if (!explanation) return { body };
    const quoted = new Set(explanation.findings.flatMap(({ quotes = [] }) => quotes.map(({ sessionId }) => sessionId)));
    const places = body.findings.flatMap(placesOfEvidence).filter(({ sessionId }) => quoted.has(sessionId));
    const explained = explainedWave(body, explanation, await openedTurns(await listTurnsAt(tx, places)));
    return { ...explained, body: await withPresentQuotes(tx, explained.body) };
  }),
);

/** At most this much of quoted turns is open at once, in bytes; claims about further turns stay unverified. */
const MAX_OPEN = 8 * 1024 * 1024;

async function openedTurns(stored: readonly TurnAtPlace[]): Promise<Map<string, SessionTurn>> {
  const turns = new Map<string, SessionTurn>();
  let room = MAX_OPEN;
  for (const { body, ...place } of stored) {
    const bytes = body ? uncompressedBytes(body) : 0;
    if (!body || bytes > room) continue;
    room -= bytes;
    turns.set(citationOf(place), await unzipJson<SessionTurn>(body));
  }
  return turns;
}
