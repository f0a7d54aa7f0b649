import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { measuresOfRuns, toJourneyMeasures } from '../../domain/journey-measures/measures-view.ts';
import { listCountedSignals, listMeasuredRuns } from '../../store/journey-measures/run-measures.ts';

export const getJourneyWaveMeasures = ({ pool }: Deps) =>
  handle(operations.getJourneyWaveMeasures, async (_caller, { projectId, waveId }) => {
    const runs = await listMeasuredRuns(pool, projectId, waveId);
    if (runs.length === 0) throw notFound('wave', { waveId });
    const signals = await listCountedSignals(pool, projectId, measuresOfRuns(runs));
    return { projectId, waveId, runs: runs.length, ...toJourneyMeasures(runs, signals) };
  });
