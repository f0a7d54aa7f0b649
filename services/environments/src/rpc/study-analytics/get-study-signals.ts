import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { studySignalsOf } from '../../domain/study-analytics/metrics-view.ts';
import { studyMeasures } from '../../flows/study-analytics/study-measures.ts';

export const getStudySignals = ({ pool }: Deps) =>
  handle(operations.getStudySignals, async (_caller, target, { population = 'real' }) => {
    const { scope, counters, signals } = await studyMeasures(pool, target, population);
    return studySignalsOf(scope, counters, signals);
  });
