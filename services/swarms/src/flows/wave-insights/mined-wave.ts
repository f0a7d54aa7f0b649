import { notFound, unavailable } from '@assay/contract/problem';
import type { Deps } from '../../deps.ts';
import { findWave, findWaveProgress, type StoredWave } from '../../store/journey-runs/waves.ts';
import { waitForWave } from '../journey-runs/wait-for-wave.ts';

/** A wave is usually mined within seconds of its end. */
const WAIT_MS = 15_000;

/**
 * A wave for its insights: mined, if it is over, because its mining says which findings are new, regressed and resolved.
 * The insights of a wave under way are of the sessions by now, and a failed mining is not waited for.
 * Throws NOT_FOUND, or UNAVAILABLE while the mining goes on.
 */
export async function minedWave(
  deps: Pick<Deps, 'pool' | 'feeds'>,
  target: { projectId: string; waveId: string },
  waitMs = WAIT_MS,
): Promise<StoredWave> {
  const wave = await waveOf(deps, target);
  if (!(await isBeingMined(deps, target, wave))) return wave;
  await waitForWave(deps, target, { needsFindings: true, ms: waitMs });
  const later = await waveOf(deps, target);
  if (await isBeingMined(deps, target, later))
    throw unavailable('The findings of the wave are still being computed; ask again.', { retryAfter: 5 });
  return later;
}

async function waveOf(
  { pool }: Pick<Deps, 'pool'>,
  { projectId, waveId }: { projectId: string; waveId: string },
): Promise<StoredWave> {
  const wave = await findWave(pool, projectId, waveId);
  if (!wave) throw notFound('wave');
  return wave;
}

async function isBeingMined(
  { pool }: Pick<Deps, 'pool'>,
  { projectId, waveId }: { projectId: string; waveId: string },
  { isMined, hasMiningFailed }: StoredWave,
): Promise<boolean> {
  if (isMined || hasMiningFailed) return false;
  const progress = await findWaveProgress(pool, projectId, waveId);
  return progress !== undefined && progress.openRunId === null;
}
