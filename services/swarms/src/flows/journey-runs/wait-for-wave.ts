import { notFound } from '@assay/contract/problem';
import type { Deps } from '../../deps.ts';
import { isSettled } from '../../domain/journey-runs/run.ts';
import { findWaveProgress } from '../../store/journey-runs/waves.ts';

/**
 * Waits until each session of a wave is over and graded, and its findings are mined if they are needed, for at most `ms`.
 * Throws NOT_FOUND.
 */
export async function waitForWave(
  { pool, feeds }: Pick<Deps, 'pool' | 'feeds'>,
  { projectId, waveId }: { projectId: string; waveId: string },
  { needsFindings, ms }: { needsFindings: boolean; ms: number },
): Promise<void> {
  const progress = async () => {
    const found = await findWaveProgress(pool, projectId, waveId);
    if (!found) throw notFound('wave', { waveId });
    return found;
  };
  for (const until = Date.now() + ms; ;) {
    const { openRunId, newestRunId, isMined } = await progress();
    if (openRunId === null && (isMined || !needsFindings)) return;
    const isOver = await (openRunId === null
      ? // Followers of a run are told that its wave is mined.
        feeds.follow(newestRunId, until - Date.now(), async () => (await progress()).isMined || undefined)
      : feeds.follow(openRunId, until - Date.now(), async (moment) => {
          const run = await moment.run;
          return !run || isSettled(run) || undefined;
        }));
    if (!isOver) return;
  }
}
