import { MAX_WINDOWS, type MinedWindow } from '@assay/findings/mining/mined-findings';
import { mineWindow } from '@assay/findings/mining/mine-window';
import { WindowMiningError } from '@assay/findings/mining/mining-failure';
import { newId } from '@assay/kit/id';
import { isUnavailable, transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { tellFollowers } from '../../store/journey-runs/journey-runs.ts';
import { findingsOfProject, type KnownSignal } from '../../domain/findings/finding.ts';
import {
  claimDueWave,
  listMinedWaves,
  mineWaveRow,
  noteMiningFailure,
  type WaveKey,
} from '../../store/findings/mined-waves.ts';

/**
 * Mines one wave that changed, and compares the waves of its project anew; false when none is due. A wave that fails is
 * left alone for a while, so that others go on. @throws WindowMiningError
 */
export async function mineWave(pool: Pool): Promise<boolean> {
  let due: WaveKey | undefined;
  try {
    return await transaction(pool, async (tx) => {
      due = await claimDueWave(tx);
      if (due) await mineClaimed(tx, due);
      return due !== undefined;
    });
  } catch (error) {
    // Without Postgres no wave can be mined, and this one is no exception.
    if (!due || isUnavailable(error)) throw error;
    await noteMiningFailure(pool, due);
    throw new WindowMiningError({ seriesId: due.projectId, windowId: due.id }, error);
  }
}

async function mineClaimed(tx: Tx, due: WaveKey): Promise<void> {
  await mineWindow<MinedWindow, KnownSignal>(tx, {
    seriesId: due.projectId,
    count: () => mineWaveRow(tx, due),
    listWindows: () => listMinedWaves(tx, due.projectId, MAX_WINDOWS),
    findingsOf: findingsOfProject,
    newId: () => newId('finding'),
  });
  await tellFollowers(tx, due.projectId, due.id);
}
