import { refuseFault } from '@assay/contract/fault';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { comparisonFault, type ComparedSide } from '../../domain/journey-runs/wave-comparison.ts';
import { compareSides, runsOfWave } from '../../flows/journey-runs/compare-waves.ts';

export const compareJourneyWaves = ({ pool }: Deps) =>
  handle(operations.compareJourneyWaves, async (_caller, { projectId, waveId }, query) => {
    refuseFault(comparisonFault(waveId, query));
    const { baselineWaveId = waveId, baselineTargetId, targetId } = query;
    const [wave, baseline] = await Promise.all(
      [...new Set([waveId, baselineWaveId])].map((id) => runsOfWave(pool, projectId, id)),
    );
    const sides: [ComparedSide, ComparedSide] = [
      { runs: baseline ?? wave!, targetId: baselineTargetId },
      { runs: wave!, targetId },
    ];
    for (const { runs, targetId: id } of sides)
      if (id !== undefined && !runs.some(({ spec }) => spec.targets.some((target) => target.targetId === id)))
        throw notFound('target', { targetId: id });
    return {
      projectId,
      waveId,
      baselineWaveId,
      ...(baselineTargetId !== undefined && { baselineTargetId, targetId }),
      ...(await compareSides(pool, ...sides)),
    };
  });
