import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toJourneyMeasures } from '../../domain/journey-measures/measures-view.ts';
import { findMeasuredRun, listCountedSignals } from '../../store/journey-measures/run-measures.ts';

export const getJourneyRunMeasures = ({ pool }: Deps) =>
  handle(operations.getJourneyRunMeasures, async (_caller, { projectId, runId }) => {
    const run = await findMeasuredRun(pool, projectId, runId);
    if (!run) throw notFound('journey run');
    const signals = await listCountedSignals(pool, projectId, run.measures);
    const { journeyId, waveId } = run;
    return { projectId, runId, journeyId, waveId, ...toJourneyMeasures([run], signals) };
  });
