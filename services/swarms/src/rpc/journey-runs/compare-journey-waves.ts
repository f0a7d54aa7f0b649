import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { comparedWaves } from '../../domain/journey-runs/wave-comparison.ts';
import { listRunsOfWave } from '../../store/journey-runs/journey-runs.ts';

export const compareJourneyWaves = ({ pool }: Deps) =>
  handle(operations.compareJourneyWaves, async (_caller, { projectId, waveId }, { baselineWaveId }) => {
    const [baseline, wave] = await Promise.all([
      listRunsOfWave(pool, projectId, baselineWaveId),
      listRunsOfWave(pool, projectId, waveId),
    ]);
    if (wave.length === 0) throw notFound('wave', { waveId });
    if (baseline.length === 0) throw notFound('wave', { waveId: baselineWaveId });
    return { projectId, waveId, baselineWaveId, ...comparedWaves(baseline, wave) };
  });
